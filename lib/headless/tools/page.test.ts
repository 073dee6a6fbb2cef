// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { readPageTextTool, readSelectionTool } from "./page";

const context = { signal: new AbortController().signal, callId: "k1", threadId: "t1", reportProgress: () => {} };
const read = (max_characters = 8_000) => readPageTextTool.execute({ max_characters }, context);

afterEach(() => {
  document.body.innerHTML = "";
});

it("gives the page's text in lines, without ours, scripts and what is hidden", () => {
  document.title = "A shop";
  document.body.innerHTML = `
    <h1>Knives</h1><p>Small <b>and</b>
    sharp.</p>after<script>secret()</script><div hidden>not for sale</div>
    <style>p { color: red }</style><div data-toolweave>Ask the agent</div><ul><li>One</li><li>Two</li></ul>`;
  expect(read()).toEqual({
    text: "Knives\nSmall and sharp.\nafter\nOne\nTwo",
    is_cut: false,
    page_title: "A shop",
    url: "http://localhost:3000/",
  });
  expect(read(8)).toMatchObject({ text: "Knives\nS", is_cut: true });
  document.body.innerHTML = "<p>Knives 🔪, sharp</p>";
  expect(read(8)).toMatchObject({ text: "Knives ", is_cut: true });
});

it("gives what is marked, on the page or in a text field", () => {
  document.body.innerHTML = "<p>Small and sharp.</p><textarea>one two</textarea>";
  const text = document.querySelector("p")?.firstChild as Text;
  document.getSelection()?.setBaseAndExtent(text, 6, text, 9);
  expect(readSelectionTool.execute({}, context)).toMatchObject({ text: "and" });
  document.dispatchEvent(new Event("selectionchange"));
  document.body.insertAdjacentHTML("beforeend", "<div data-toolweave><input></div>");
  document.querySelector("input")?.focus(); // the person writes to the agent
  document.getSelection()?.setPosition(document.querySelector("[data-toolweave]"));
  document.dispatchEvent(new Event("selectionchange"));
  expect(readSelectionTool.execute({}, context)).toMatchObject({ text: "and" });
  document.querySelector("input")?.blur();
  document.getSelection()?.setPosition(text); // and here marks nothing
  document.dispatchEvent(new Event("selectionchange"));
  expect(readSelectionTool.execute({}, context)).toMatchObject({ text: "" });
  const field = document.querySelector("textarea") as HTMLTextAreaElement;
  field.focus();
  field.setSelectionRange(4, 7);
  expect(readSelectionTool.execute({}, context)).toMatchObject({ text: "two" });
});
