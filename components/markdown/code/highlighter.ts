import type { GrammarState, HighlighterCore, RegexEngine } from "shiki/core";
import { compilePatterns } from "./compile-patterns";
import { findLanguage } from "./languages";

/** A part of a line in one colour. */
export type CodeToken = { readonly text: string; readonly color: string | undefined };

/** Colours one line after another: what a line is depends on the state that the lines before it left. */
export type Tokenizer = (
  line: string,
  state: GrammarState | undefined,
) => { readonly tokens: readonly CodeToken[]; readonly state: GrammarState | undefined };

const THEME = "toolweave";
/** A longer line, as in code without line breaks, stays plain. */
const MAX_LINE_LENGTH = 1_000;

type Highlighter = { readonly core: HighlighterCore; readonly engine: RegexEngine };

let highlighter: Promise<Highlighter> | undefined;
const ready = new Map<string, Tokenizer>();
const loading = new Map<string, Promise<void>>();

/** The tokenizer of a language when it is loaded already. */
export function loadedTokenizer(language: string): Tokenizer | undefined {
  const name = findLanguage(language)?.name;
  return name === undefined ? undefined : ready.get(name);
}

/** Loads what colours a language, once for the page; settles at once for one that is not known. */
export function loadTokenizer(language: string): Promise<void> {
  const found = findLanguage(language);
  if (found === undefined || ready.has(found.name)) return Promise.resolve();
  const { name, load } = found;
  const started =
    loading.get(name) ??
    (async () => {
      const [{ core, engine }, grammar] = await Promise.all([loadHighlighter(), load()]);
      const blank = engine.createString(" ");
      // the browser compiles its part when a pattern is first used
      await compilePatterns(grammar, (pattern) => engine.createScanner([pattern]).findNextMatchSync(blank, 0, 0));
      await core.loadLanguage(grammar);
      ready.set(name, tokenizerOf(core, name));
    })();
  loading.set(name, started);
  // A lost network leaves the code plain, and the next block tries again.
  return started.catch(() => void loading.delete(name));
}

function loadHighlighter(): Promise<Highlighter> {
  highlighter ??= createHighlighter().catch((error: unknown) => {
    highlighter = undefined;
    throw error;
  });
  return highlighter;
}

/** Colours are names of our tokens, so that light and dark change without another pass. */
async function createHighlighter(): Promise<Highlighter> {
  const [{ createHighlighterCore, createCssVariablesTheme }, { createJavaScriptRegexEngine }] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/javascript"),
  ]);
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  const core = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: "--tw-code-", fontStyle: false })],
    langs: [],
    engine,
  });
  return { core, engine };
}

function tokenizerOf(core: HighlighterCore, lang: string): Tokenizer {
  return (line, grammarState) => {
    // No limit in time: a line that was given up half way would leave a wrong state to all that follow.
    const lines = core.codeToTokensBase(line, {
      lang,
      theme: THEME,
      tokenizeTimeLimit: 0,
      tokenizeMaxLineLength: MAX_LINE_LENGTH,
      ...(grammarState === undefined ? {} : { grammarState }),
    });
    const tokens = (lines[0] ?? []).map(({ content, color }) => ({
      text: content,
      color: color === "var(--tw-code-foreground)" ? undefined : color,
    }));
    return { tokens, state: core.getLastGrammarState(lines) };
  };
}
