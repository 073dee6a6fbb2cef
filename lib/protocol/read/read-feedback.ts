import type { Feedback } from "../feedback";
import { type Check, maybe, object, oneOf, reader, text } from "./shape";

const MAX_COMMENT_CHARACTERS = 2000;

const comment: Check = (value) => text(value) ?? (`${value}`.length <= MAX_COMMENT_CHARACTERS ? undefined : "");

/** What `feedbackSchema` accepts. */
export const readFeedback = reader<Feedback>(
  object<Feedback>({ rating: oneOf<Feedback["rating"]>("up", "down"), comment: maybe(comment) }),
);
