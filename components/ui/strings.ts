import { numbers, plural } from "./strings-of-numbers";
import { englishViews } from "./strings-of-views";

/** 812 bytes, 12 KB, 3.4 MB. */
function bytes(count: number): string {
  if (count < 1024) return plural(count, "byte", "bytes");
  const kilobytes = count / 1024;
  if (kilobytes < 1000) return `${numbers.format(Math.round(kilobytes))} KB`;
  return `${numbers.format(Math.round(kilobytes / 102.4) / 10)} MB`;
}

const fileKinds = { image: "images", pdf: "PDF", text: "text", audio: "audio", video: "video", other: "other files" };

/** images, PDF and text */
function kindList(kinds: readonly (keyof typeof fileKinds)[]): string {
  return new Intl.ListFormat("en").format(kinds.map((kind) => fileKinds[kind]));
}

/** 2.1 s, 12.4 s, 3 min 5 s. */
function duration(ms: number): string {
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Every word that the components say. Another language is another object of the same type. */
export const english = {
  duration,
  timeOfDay: (time: Date) => time.toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
  weekday: (time: Date) => time.toLocaleDateString("en", { weekday: "short" }),
  dayAndMonth: (time: Date) => time.toLocaleDateString("en-GB", { day: "numeric", month: "short" }),

  brand: "Toolweave",
  conversation: "Conversation",
  messages: "Messages",
  agentTitle: "Agent",
  threads: "Threads",
  openThreads: "Show threads",
  closeThreads: "Close threads",
  newThread: "New thread",
  threadGroups: { now: "Now", today: "Today", earlier: "Earlier" },
  threadWriting: "Writing",
  threadWaiting: "Waiting for you",
  threadFailed: "Stopped by an error",
  noThreads: "Threads will be listed here.",
  threadsFailed: "The threads could not be loaded.",
  moreThreads: "Show more",
  untitled: "Untitled thread",
  renameThread: (title: string) => `Rename ${title}`,
  threadName: "Name of the thread",
  deleteThread: (title: string) => `Delete ${title}`,
  deleteThreadQuestion: "Delete this thread for good?",
  delete: "Delete",
  keep: "Keep",
  threadChangeFailed: "That did not work. Try again.",

  connected: "Connected",
  connecting: "Connecting",
  reconnecting: "Reconnecting",
  noConnection: "No connection",

  you: "You",
  agent: "The agent",
  startThread: "Start a thread",
  agentTools: (agent: string, total: number, inBrowser: number) =>
    inBrowser === 0
      ? `${agent} can use ${plural(total, "tool", "tools")}.`
      : `${agent} can use ${plural(total, "tool", "tools")}. ${inBrowser === 1 ? "One of them runs" : `${numbers.format(inBrowser)} of them run`} in this browser.`,
  suggestions: "Suggestions",
  demoModel: "Demo model: scripted, not an AI. Set OPENAI_API_KEY, ANTHROPIC_API_KEY, … to use a real one.",
  modelProblem: "The model is not ready.",
  loadingThread: "Loading the thread",

  earlierMessages: (count: number) => `${plural(count, "earlier message", "earlier messages")}`,
  speak: "Speak the message",
  stopListening: "Stop listening",
  notHeard: "Nothing could be heard. The browser needs a microphone, your permission, and often a network.",
  findInThread: "Find in this thread",
  finding: "Looking",
  foundNothing: "Not found",
  foundAt: (place: number, total: number) => `${numbers.format(place)} of ${numbers.format(total)}`,
  findFailed: "The search failed. Try again.",
  findOlder: "Older place",
  findNewer: "Newer place",
  closeFind: "Close the search",
  printThread: "Print this thread",
  preparingPrint: (done: number, total: number) =>
    `Preparing ${numbers.format(done)} of ${numbers.format(total)} messages for print`,
  earlierFailed: "The earlier messages could not be loaded. Try again.",
  newest: "Newest",
  newestWith: (count: number) => `Newest, ${numbers.format(count)} new`,
  reasoning: "Reasoning",
  reasonedFor: (ms: number) =>
    `Reasoned for ${duration(Math.max(1000, Math.round(ms / 1000) * 1000)).replace(".0", "")}`,
  reasoned: "Reasoned",
  callsAtOnce: (count: number) => `${numbers.format(count)} tool calls at once`,
  tokensIn: (count: number) => `${plural(count, "token", "tokens")} in`,
  tokensOut: (count: number) => `${numbers.format(count)} out`,
  versions: "Versions of this message",
  previousVersion: "Previous version",
  nextVersion: "Next version",
  version: "Version",
  versionOf: (position: number, count: number) => `${numbers.format(position)} / ${numbers.format(count)}`,
  editMessage: "Edit message",
  writeAgain: "Write again",
  cutOff: "The answer broke off here.",
  image: "Image, not loaded",

  ready: "Ready",
  sending: "Sending",
  writing: "Writing",
  writingCalls: (count: number) => `Writing ${plural(count, "tool call", "tool calls")}`,
  onTheServer: "On the server",
  inThisTab: "In this tab",
  stopping: "Stopping",
  runGoesOn: "The run goes on without you.",
  nextTryIn: (seconds: number) => `Next try in ${seconds} s.`,
  toolWaits: "A tool waits for you.",
  sendingCancels: "Sending a message now cancels it.",
  goToIt: "Go to it",
  agentAsks: "The agent asks.",
  runStopped: "The run stopped.",
  notFound: "Not found.",
  threadNotLoaded: "The thread could not be loaded.",
  tryAgain: "Try again",
  serverStopped: "The server was stopped before this was finished.",
  keptSoFar: "What had been written by then is kept.",
  goOn: "Continue",
  /** What the person asks when they press it. */
  goOnMessage: "Please go on.",

  message: (agent: string) => `Message ${agent}`,
  answer: (agent: string) => `Answer ${agent}`,
  addToQueue: "Add to the queue",
  send: "Send",
  queueMessage: "Queue message",
  stop: "Stop",
  escape: "Esc",
  escapeStops: "stops",
  notSent: "Not sent. Your text is still here.",
  queue: "Queued messages",
  waitsForNetwork: "No network. What you sent waits here, and goes out by itself.",
  sendNow: "Send now",
  sendNowStops: "Stops the run, then sends this",
  editQueued: (text: string) => `Edit: ${text}`,
  removeQueued: (text: string) => `Remove: ${text}`,
  save: "Save",
  cancel: "Cancel",

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
    refusedKind: (kinds: readonly (keyof typeof fileKinds)[]) => `not taken here. What is: ${kindList(kinds)}.`,
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

  fold: (title: string) => `Fold ${title}`,
  call: {
    writing: "Writing",
    server: "On the server",
    consent: "Your decision",
    click: "Needs your click",
    browser: "In this tab",
    elsewhere: "In another tab",
    unavailable: "No open tab",
    interrupted: "Interrupted",
    done: "Done",
    failed: "Failed",
    expired: "Timed out",
    declined: "Declined",
    cancelled: "Cancelled",
    invalid: "Invalid arguments",
  },
  after: (ms: number) => `after ${duration(ms)}`,
  decisionFailed: "Your decision could not be delivered. Try again.",
  callNeedsDecision: (title: string) => `${title} needs your decision.`,
  callSettled: (title: string, state: string, result: string) => `${title}: ${state}. ${result}`,
  wantsToUse: (title: string) => `The agent wants to use “${title}” in this browser.`,
  approve: "Approve",
  runNow: "Run now",
  runAgain: "Run again",
  decline: "Decline",
  approval: {
    edit: "Edit",
    dropEdit: "Drop the edit",
    form: "Arguments",
    json: "Arguments as JSON",
    asJson: "As JSON",
    asFields: "As fields",
    notJson: "This is not valid JSON.",
    notNumber: "This is not a number.",
    withChanges: (label: string, count: number) => `${label} with ${plural(count, "change", "changes")}`,
    changed: (count: number) => `You changed ${plural(count, "argument", "arguments")}`,
    was: "was",
    isNow: "now",
    takenOut: "taken out",
    decide: "Decide",
    sheet: (title: string) => `${title} needs your decision`,
    sayWhy: "Say why not",
    whyNot: "Why not? The agent is told.",
    respond: "Answer yourself",
    yourAnswer: "Your answer in the tool's place",
    giveAnswer: "Answer",
    clickAgain: "Your browser did not count that click. Click once more; nothing has run yet.",
    isRemembered: "Your yes is remembered for this tool in this browser. You can take it back below the threads.",
  },
  settings: {
    theme: "Colours",
    themes: { system: "As the system", light: "Light", dark: "Dark" },
    remembered: "Tools that run without asking",
    rememberedCount: (count: number) =>
      count === 1 ? "1 tool runs without asking" : `${numbers.format(count)} tools run without asking`,
    askAgain: "Ask again",
    yourData: "Your data",
    downloadData: "Download my data",
    deleteData: "Delete all my data",
    deleteDataQuestion: "Delete all your threads, files and kept facts on the server, for good?",
    deleteDataFailed: "It could not all be deleted. Try again.",
    askAgainFor: (tool: string) => `Ask again before ${tool} runs`,
  },
  clickIsConsent: "Your browser allows this only right after a click. Nothing has run yet.",
  browserMayAsk: "Your browser may ask once more. That question is its own, not ours.",
  elsewhereNote: "Another tab of this browser, or another device, runs this call.",
  unavailableNote: (name: string) =>
    `No open tab can run ${name}. The call stays open until one can, or until you decline it.`,
  interruptedNote: "The page was closed while this ran. It may have run already; it runs again only if you say so.",
  declinedNote: "The agent was told that you declined.",
  cancelledNote: "It never ran. What had been written stays.",
  stoppedNote: "It was stopped while it ran; it may have done its work.",
  invalidNote: "Not run. The agent was told.",
  noArguments: "No arguments",
  result: "Result",
  emptyResult: "No output",
  yes: "yes",
  no: "no",
  nothing: "none",
  emptyText: "empty",
  itemsSoFar: (count: number) => `${numbers.format(count)} so far`,
  items: (count: number) => plural(count, "item", "items"),
  fieldsCount: (count: number) => plural(count, "field", "fields"),
  share: (share: number) => `${Math.round(share * 100)} %`,

  copied: "Copied",
  notCopied: "The browser did not let it be copied.",
  ...englishViews,
};

/** The shape of a language. */
export type Strings = typeof english;
