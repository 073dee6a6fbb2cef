import { useAgentStrings } from "@/hooks";
import { english, type Strings } from "./english";

/** Some of a language's words: what is left out is said in English. */
type SomeStrings<Words = Strings> = {
  readonly [Name in keyof Words]?: Words[Name] extends (...values: never[]) => unknown
    ? Words[Name]
    : Words[Name] extends object
      ? SomeStrings<Words[Name]>
      : Words[Name];
};

declare module "@/hooks/agent/agent-strings" {
  interface AgentStrings extends SomeStrings {}
}

/** By the words that were given: each is joined with the others once. */
const joined = new WeakMap<object, Strings>();

/** The words of the provider above, English where it has none. */
export function useStrings(): Strings {
  const own = useAgentStrings();
  if (own === undefined) return english;
  const strings = joined.get(own) ?? join(english, own);
  joined.set(own, strings);
  return strings;
}

function join<Words extends object>(words: Words, own: SomeStrings<Words>): Words {
  const all = Object.entries(words).map(([name, word]) => {
    const given: unknown = Reflect.get(own, name);
    const isGroup = typeof word === "object" && typeof given === "object" && given !== null;
    return [name, isGroup ? join(word, given) : (given ?? word)];
  });
  return Object.fromEntries(all); // the same names, each with a word of the same type
}
