import { useState } from "react";
import { createRoot } from "react-dom/client";
import { z } from "zod";
import {
  AgentProvider,
  useAgent,
  useHeadlessTools,
  useMessage,
  useMessages,
  useQuestions,
  useThreads,
  useToolCallStream,
} from "@/hooks";
import { defineHeadlessTool } from "@/lib/headless/contract";

const parameters = new URLSearchParams(location.search);
let executions = 0;

/** Answers without a permission, and counts how often it ran. */
const locate = defineHeadlessTool({
  name: "get_location",
  title: "Your location",
  description: "Where the device is.",
  reason: "The agent wants to know where you are.",
  input: z.object({ high_accuracy: z.boolean() }),
  policy: { consent: "auto" },
}).implement(() => {
  executions += 1;
  document.documentElement.dataset.executions = String(executions);
  return { latitude: 48.2, longitude: 16.37 };
});
const TOOLS = [locate];

function Page() {
  const agent = useAgent();
  const ids = useMessages();
  const questions = useQuestions();
  const { threads } = useThreads();
  const [draft, setDraft] = useState("");
  useHeadlessTools(TOOLS);
  return (
    <main>
      <p role="status">{agent.status}</p>
      {agent.problem && <p role="alert">{agent.problem.message}</p>}
      <ol aria-label="Messages">
        {ids.map((id) => (
          <Message key={id} id={id} />
        ))}
      </ol>
      {questions.map((question) => (
        <section key={question.id} aria-label="Question">
          {JSON.stringify(question.value)}
        </section>
      ))}
      <ul aria-label="Threads">
        {threads.map((thread) => (
          <li key={thread.threadId}>
            <button type="button" onClick={() => agent.open(thread.threadId)}>
              {thread.threadId}
            </button>{" "}
            {thread.status}
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setDraft("");
          void agent.submit(draft);
        }}
      >
        <input aria-label="Message" value={draft} onChange={(event) => setDraft(event.target.value)} />
        <button type="submit">Send</button>
        <button type="button" onClick={() => agent.stop()}>
          Stop
        </button>
      </form>
    </main>
  );
}

function Message({ id }: { readonly id: string }) {
  const message = useMessage(id);
  const { edit } = useAgent();
  if (!message) return null;
  return (
    <li data-type={message.type}>
      <p>{message.text}</p>
      {message.type === "human" && (
        <button type="button" aria-label="Say it louder" onClick={() => edit(id, `${message.text}!`)} />
      )}
      {message.callKeys.map((key) => (
        <Call key={key} callKey={key} />
      ))}
    </li>
  );
}

function Call({ callKey }: { readonly callKey: string }) {
  const call = useToolCallStream(callKey);
  if (!call) return null;
  return (
    <section aria-label={call.name} data-phase={call.phase}>
      <code>{call.argsText}</code> <span>{call.result?.content}</span>
    </section>
  );
}

function App() {
  const [threadId, setThreadId] = useState(parameters.get("thread") ?? undefined);
  return (
    <AgentProvider
      apiUrl={parameters.get("api") ?? ""}
      agent={parameters.get("agent") ?? "agent"}
      threadId={threadId}
      onThreadId={(id) => {
        setThreadId(id);
        if (id === undefined) parameters.delete("thread");
        else parameters.set("thread", id);
        history.replaceState(null, "", `?${parameters}`);
      }}
    >
      <Page />
    </AgentProvider>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
