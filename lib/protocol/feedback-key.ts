const PREFIX = "toolweave:feedback:";

/**
 * Under which key of a thread's metadata stands what the person said of a message. One key a message: a server merges
 * metadata key by key, so that what two tabs say of two messages is both kept.
 */
export function feedbackKey(messageId: string): string {
  return PREFIX + messageId;
}

/** The message that such a key is about; `undefined` for every other key. */
export function messageOfFeedbackKey(key: string): string | undefined {
  return key.startsWith(PREFIX) && key.length > PREFIX.length ? key.slice(PREFIX.length) : undefined;
}
