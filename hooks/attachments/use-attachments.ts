import { useEffect, useMemo, useState } from "react";
import type { Attachment, AttachmentKind, AttachmentLimits } from "@/lib/protocol";
import type { DraftAttachment } from "@/lib/store";
import type { UploadState, Uploads } from "@/lib/store/uploads";
import { useAgentContext } from "../agent/agent-context";
import { useDraft } from "../agent/use-draft";
import { useInfo } from "../server/use-info";
import { useTransport } from "../server/use-transport";
import { type ReadableStore, useSlice } from "../use-slice";
import { guessKind } from "./guess-kind";
import { type RefusedFile, refuseFiles } from "./refuse-files";
import { sharedUploads } from "./shared-uploads";

/** A file of the composer. `kind` is a guess by its name until the server has read its bytes. */
export type AttachedFile = {
  readonly id: string;
  readonly name: string;
  readonly kind: AttachmentKind;
  /** Bytes. */
  readonly size: number;
  readonly blob: Blob;
  readonly state: UploadState | { readonly status: "uploaded"; readonly attachment: Attachment };
};

export type Attachments = {
  readonly files: readonly AttachedFile[];
  /** What the server takes; undefined where it takes no files, or has not answered yet. */
  readonly limits: AttachmentLimits | undefined;
  /** Some file is still on its way: a message sent now would go without it. */
  readonly isPending: boolean;
  /** Some file failed: it must be tried again or taken out. */
  readonly hasFailed: boolean;
  /** What `submit` takes, once nothing is pending. */
  readonly uploaded: readonly Attachment[];
  /** Attaches what the server takes, and begins to send it; what it does not take comes back with the reason. */
  attach(files: readonly File[]): readonly RefusedFile[];
  detach(attachmentId: string): void;
  retry(attachmentId: string): void;
  /** These, or all, are on their way with a message: the draft holds them no more. The returned function puts them back. */
  clear(attachmentIds?: readonly string[]): () => void;
};

type States = ReadonlyMap<string, UploadState>;

const NONE: States = new Map();
/** Until the code that sends files is there. */
const NO_STORE: ReadableStore<States> = {
  getState: () => NONE,
  getInitialState: () => NONE,
  subscribe: () => () => {},
};
const BEGINNING: UploadState = { status: "uploading", sentBytes: 0 };

/**
 * The files of the message that is being written. They are sent as soon as they are attached, wait where there is no network,
 * and outlive a reload with the draft. The code that sends them is loaded with the first file.
 */
export function useAttachments(): Attachments {
  const { session } = useAgentContext("useAttachments");
  const transport = useTransport("useAttachments")?.attachments;
  const { attachments, attach: addToDraft, detach: takeFromDraft } = useDraft();
  const { info } = useInfo();
  const limits = transport && info?.toolweave?.attachments;
  const hasFiles = attachments.length > 0;
  const [uploads, setUploads] = useState<Uploads>();
  const states = useSlice(uploads?.store ?? NO_STORE, selectAll);

  useEffect(() => {
    if (!hasFiles || transport === undefined) return;
    return sharedUploads(session, transport, setUploads);
  }, [hasFiles, session, transport]);

  return useMemo(() => {
    const files = attachments.map((file) => toAttachedFile(file, states));
    return {
      files,
      limits,
      isPending: files.some(({ state }) => state.status === "uploading" || state.status === "waiting"),
      hasFailed: files.some(({ state }) => state.status === "failed"),
      uploaded: attachments.flatMap(({ uploaded }) => uploaded ?? []),
      attach: (added) => {
        const { taken, refused } = refuseFiles(added, limits, attachments.length);
        if (taken.length > 0) addToDraft(taken);
        return refused;
      },
      detach: (id) => {
        const sent = attachments.find((file) => file.id === id)?.uploaded;
        takeFromDraft(id);
        if (sent) void transport?.remove(sent.id).catch(() => {}); // else the server's sweep takes it
      },
      retry: (id) => uploads?.retry(id),
      clear: (ids) => {
        const sent = ids === undefined ? attachments : attachments.filter(({ id }) => ids.includes(id));
        const draft = () => session.store.getState().draft;
        const change = (next: readonly DraftAttachment[]) => session.setDraft(draft().text, next);
        change(draft().attachments.filter(({ id }) => !sent.some((file) => file.id === id)));
        return () => change([...sent, ...draft().attachments]);
      },
    };
  }, [attachments, states, limits, uploads, transport, session, addToDraft, takeFromDraft]);
}

function selectAll(states: States): States {
  return states;
}

function toAttachedFile(file: DraftAttachment, states: States): AttachedFile {
  const { id, blob, uploaded } = file;
  return {
    id,
    name: uploaded?.name ?? file.name,
    kind: uploaded?.kind ?? guessKind(blob) ?? "other",
    size: blob.size,
    blob,
    state: states.get(id) ?? (uploaded ? { status: "uploaded", attachment: uploaded } : BEGINNING),
  };
}
