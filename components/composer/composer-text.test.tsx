// @vitest-environment jsdom
import { act, useRef, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, it, onTestFinished } from "vitest";
import { ComposerText } from "./composer-text";

function Composer({ onText }: { onText: (text: string) => void }) {
  const textRef = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  onText(text);
  return (
    <ComposerText
      textRef={textRef}
      label="Message"
      value={text}
      onChange={setText}
      onKeyDown={() => {}}
      onPaste={() => {}}
    />
  );
}

it("takes what was typed into the server's page before it could be heard", async () => {
  const seen: string[] = [];
  const tree = <Composer onText={(text) => seen.push(text)} />;
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(tree);
  const field = container.querySelector("textarea");
  if (field === null) throw new Error("there is no field");
  field.value = "half a word";
  const root = await act(async () => hydrateRoot(container, tree));
  onTestFinished(() => act(async () => root.unmount()));
  expect(seen.at(-1)).toBe("half a word");
  expect(field.value).toBe("half a word");
});
