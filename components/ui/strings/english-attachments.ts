import { bytes, numbers, plural } from "./numbers";

const fileKinds = { image: "images", pdf: "PDF", text: "text", audio: "audio", video: "video", other: "other files" };

/** images, PDF and text */
function kindList(kinds: readonly (keyof typeof fileKinds)[]): string {
  return new Intl.ListFormat("en").format(kinds.map((kind) => fileKinds[kind]));
}

/** The words of files and media; part of `english`. */
export const englishAttachments = {
  attachments: {
    attach: "Attach files",
    limits: (kinds: readonly (keyof typeof fileKinds)[], maxBytes: number, maxFiles: number) =>
      `${kindList(kinds)}, up to ${bytes(maxBytes)} each, ${numbers.format(maxFiles)} in a message`,
    attached: "Attached files",
    bytes,
    progress: (sentBytes: number, allBytes: number) =>
      `${Math.floor((100 * sentBytes) / Math.max(1, allBytes))} % of ${bytes(allBytes)}`,
    uploading: (name: string) => `Uploading ${name}`,
    waiting: "No network. It waits.",
    failed: "It did not get to the server.",
    remove: (name: string) => `Remove ${name}`,
    retry: (name: string) => `Upload ${name} again`,
    drop: "Drop files to attach them",
    refusedEmpty: "the file is empty.",
    refusedSize: (maxBytes: number) => `larger than ${bytes(maxBytes)}.`,
    refusedKind: (kinds: readonly (keyof typeof fileKinds)[]) => `not taken here. Taken: ${kindList(kinds)}.`,
    refusedCount: (maxFiles: number) => `a message takes ${plural(maxFiles, "file", "files")} at most.`,
    dismiss: "Dismiss",
    sentWhenUploaded: "Sent as soon as the files are uploaded.",
    doNotSend: "Do not send",
    someFailed: "A file was not uploaded. Upload it again, or remove it.",
    count: (count: number) => plural(count, "file", "files"),
    files: "Files",
    file: "File",
    image: "Image",
    audio: "Recording",
    video: "Video",
    enlarge: (title: string) => `Enlarge ${title}`,
    download: (title: string) => `Download ${title}`,
    /** Before the name of a file. */
    downloadFile: "Download",
    close: "Close",
    gone: "Not there any more",
  },
};
