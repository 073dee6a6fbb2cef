// @vitest-environment jsdom
import { act, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AgentProvider, type AgentProviderProps } from "@/hooks";
import { createMemoryTransport } from "@/lib/transport";
import { newRoot } from "../../test-support/new-root";
import { useStrings } from "./use-strings";

beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true));
afterEach(() => vi.unstubAllGlobals());

const transport = createMemoryTransport({ script: () => {} });
let drawn = 0;
let renderAgain: (strings: AgentProviderProps["strings"]) => void;

function Words() {
  drawn += 1;
  const { cancel, settings, deleteThread, call } = useStrings();
  return <output>{[cancel, settings.theme, settings.themes.dark, deleteThread("x"), call.done].join(" | ")}</output>;
}
const words = <Words />;

function Page({ first }: { first: AgentProviderProps["strings"] }) {
  const [strings, setStrings] = useState<AgentProviderProps["strings"]>(first);
  renderAgain = setStrings;
  return (
    <AgentProvider transport={transport} {...(strings === undefined ? {} : { strings })}>
      {words}
    </AgentProvider>
  );
}

async function mount(first: AgentProviderProps["strings"]) {
  drawn = 0;
  const { host, root } = newRoot();
  await act(async () => root.render(<Page first={first} />));
  return () => host.textContent;
}

const remove = (title: string) => `${title} löschen`;

it("says the words that the provider was given, and English where it was given none", async () => {
  const text = await mount({ cancel: "Abbrechen", settings: { themes: { dark: "Dunkel" } }, deleteThread: remove });
  expect(text()).toBe("Abbrechen | Colours | Dunkel | x löschen | Done");
  await act(async () => renderAgain({ call: { done: "Fertig" } }));
  expect(text()).toBe("Cancel | Colours | Dark | Delete x | Fertig");
  await act(async () => renderAgain(undefined));
  expect(text()).toBe("Cancel | Colours | Dark | Delete x | Done");
});

it("draws nothing anew for a new object with the same words", async () => {
  const german = () => ({ cancel: "Abbrechen", settings: { themes: { dark: "Dunkel" } }, deleteThread: remove });
  const text = await mount(german());
  const before = drawn;
  await act(async () => renderAgain(german()));
  expect(drawn).toBe(before);
  await act(async () => renderAgain({ ...german(), cancel: "Nein" }));
  expect(text()).toBe("Nein | Colours | Dunkel | x löschen | Done");
});

it("says English without a provider", async () => {
  const { host, root } = newRoot();
  await act(async () => root.render(words));
  expect(host.textContent).toBe("Cancel | Colours | Dark | Delete x | Done");
});
