import { expectTypeOf, test } from "vitest";
import type { AgentProviderProps } from "@/hooks";

type Given = NonNullable<AgentProviderProps["strings"]>;

test("the words of a provider are typed by the components, each of them optional", () => {
  expectTypeOf<{ cancel: string; settings: { themes: { dark: string } } }>().toExtend<Given>();
  expectTypeOf<{ deleteThread: (title: string) => string }>().toExtend<Given>();
  expectTypeOf<{ cancel: number }>().not.toExtend<Given>();
  expectTypeOf<{ settings: string }>().not.toExtend<Given>();
  expectTypeOf<{ deleteThread: (title: number) => string }>().not.toExtend<Given>();
});
