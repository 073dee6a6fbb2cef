/** The words by which a person says what they think of an answer; part of `english`. */
export const englishFeedback = {
  feedback: {
    name: "Your feedback",
    rate: { up: "Good answer", down: "Bad answer" },
    said: { up: "You found this answer good.", down: "You found this answer bad." },
    question: { up: "What was good?", down: "What should be different?" },
    optional: "Optional",
    send: "Send",
    sent: "Your comment is kept.",
    undo: "Undo",
    takeBack: "Take back",
    takenBack: "Your feedback was taken back.",
    restored: "Your feedback is as it was before.",
    close: "Close your feedback",
    failed: "It could not be kept. Try again.",
  },
};
