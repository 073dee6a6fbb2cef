import type { Scenario } from "../../scenario";

const ASKS = /\b(?:diagrams?|flow ?charts?|mermaid)\b/i;
const GIVEN = /\bdraw this diagram:\s*(?<source>[\s\S]+)$/i;

/** Diagrams that are drawn from their source, or the one that the person gives. */
export const diagrams: Scenario = {
  name: "diagrams",
  shows: "diagrams that are drawn from their code",
  example: "Draw a diagram of how a tool runs in this browser",
  tools: [],
  play(question) {
    const { source } = GIVEN.exec(question)?.groups ?? {};
    if (source !== undefined) return [{ text: `Here it is.\n\n${fence(source.trim())}\n\nThat is all of it.` }];
    return ASKS.test(question) ? [{ text: DIAGRAMS }] : undefined;
  },
};

function fence(source: string): string {
  return `\`\`\`mermaid\n${source}\n\`\`\``;
}

const DIAGRAMS = `A tool of this browser pauses the run, and its result sets it going again:

${fence(`flowchart TD
  accTitle: How a tool runs in this browser
  accDescr: The model calls a tool, the run pauses, the person says yes or no, and the run goes on.
  call[The model calls a tool] --> pause[The run pauses]
  pause --> ask{May it run?}
  ask -- yes --> run[It runs in this tab]
  ask -- no --> told[The model is told so]
  run --> back[The result goes back]
  told --> back
  back --> on([The run goes on])`)}

The same as a conversation, message by message:

${fence(`sequenceDiagram
  participant Model
  participant Server
  participant Browser
  Model->>Server: call of a tool
  Server->>Browser: interrupt
  Browser->>Browser: asks, runs, keeps the result
  Browser-->>Server: result
  Note over Server: once, whatever happens
  Server-->>Model: message of the tool`)}

It is the server that keeps the count: a result that comes twice is taken once.
`;
