// @vitest-environment jsdom
import { version } from "react";
import { version as domVersion } from "react-dom";
import { expect, inject, it } from "vitest";
import { render } from "./test-support/render";

it("the tests run on the React that their project names, with the renderer of the same version", async () => {
  const wanted = inject("reactMajor");
  expect(version.split(".")[0]).toBe(wanted);
  expect(domVersion).toBe(version);
  const page = await render(<p>rendered</p>);
  expect(page.text()).toBe("rendered");
});
