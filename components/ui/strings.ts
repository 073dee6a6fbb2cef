const numbers = new Intl.NumberFormat("en");

function plural(count: number, one: string, many: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
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

  newest: "Newest",
  reasoning: "Reasoning",
  reasonedFor: (ms: number) =>
    `Reasoned for ${duration(Math.max(1000, Math.round(ms / 1000) * 1000)).replace(".0", "")}`,
  reasoned: "Reasoned",
  callsAtOnce: (count: number) => `${numbers.format(count)} tool calls at once`,
  tokensIn: (count: number) => `${plural(count, "token", "tokens")} in`,
  tokensOut: (count: number) => `${numbers.format(count)} out`,
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

  email: { to: "To", cc: "Cc", subject: "Subject", body: "Body" },
  table: {
    rows: (count: number) => plural(count, "row", "rows"),
  },
  weather: { degrees: (celsius: number) => `${Math.round(celsius)}°` },
  location: {
    shares: "Shares",
    sharedOnce: "latitude, longitude and accuracy, once",
    accuracy: "Accuracy",
    exact: "as exact as the device can",
    coarse: "approximate",
    within: (metres: number) =>
      metres >= 1000
        ? `within ${numbers.format(Math.round(metres / 100) / 10)} km`
        : `within ${numbers.format(Math.round(metres))} m`,
    position: "Position",
  },
  notes: {
    text: "Note",
    kept: "Kept in this browser",
    none: "No notes yet",
    atMost: "At most",
    count: (count: number) => plural(count, "note", "notes"),
  },
};

/** The shape of a language. */
export type Strings = typeof english;
