/** The words of the picker of agent and model; part of `english`. */
export const englishChoice = {
  choice: {
    name: "Agent and model",
    agent: "Agent",
    model: "Model",
    fromNext: "Holds from your next message on.",
  },
};
