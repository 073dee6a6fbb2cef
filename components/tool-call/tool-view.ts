import type { ComponentType } from "react";
import type { DeclaredTool, DeepPartial, PathOf, ToolArg, ToolCallView, ValueAt } from "@/hooks";
import type { IconName } from "../ui/icon";
import type { Strings } from "../ui/strings";

export type CallProps = { readonly call: ToolCallView };

/** One argument and whether it may still change: absent, growing (deeply partial), or complete (as its type says). */
export type ReadArgument<Args> = <const Path extends PathOf<Args>>(path: Path) => ToolArg<ValueAt<Args, Path>>;

type Written<Args> =
  | { readonly isComplete: true; readonly args: Args }
  | { readonly isComplete: false; readonly args: DeepPartial<Args> | undefined };

/** What a preview is given: the arguments as far as they are written, what is known of each, and the call itself. */
export type PreviewProps<Args> = CallProps & { readonly arg: ReadArgument<Args> } & Written<Args>;

/** What a result is given: the arguments as they ran, and what the tool gave, read as JSON where it is that. */
export type ResultProps<Args, Output> = CallProps & {
  readonly arg: ReadArgument<Args>;
  readonly args: Args;
  readonly output: Output;
};

/** How the calls of one tool are drawn. */
export type ToolViewParts<Args, Output> = {
  /** Draws the arguments while they grow, and as long as there is no result. */
  readonly preview: ComponentType<PreviewProps<Args>>;
  /** Draws a call that is done. Without it the preview stays mounted: nothing can jump, and it finds the result in `call`. */
  readonly result?: ComponentType<ResultProps<Args, Output>>;
  /** The call in one line, for a folded card and for what is announced. */
  readonly summary?: (call: ToolCallView, strings: Strings) => string;
  readonly icon?: IconName;
  /** True for what needs the whole column, also beside another call. */
  readonly isWide?: boolean;
  /** The view has the buttons of a decision itself; the card then shows none. */
  readonly hasDecision?: boolean;
};

/** A view as the card uses it; what it knows of its tool's types is gone. Made by `defineToolView` alone. */
export type ToolView = Required<Omit<ToolViewParts<unknown, unknown>, "result">> & {
  readonly name: string;
  readonly result: ComponentType<ResultProps<unknown, unknown>> | undefined;
};

type ArgsOf<Tool> = Tool extends { readonly input: infer Schema } | { readonly schema: infer Schema }
  ? Schema extends { readonly _output: infer Args }
    ? Args
    : unknown
  : unknown;
type OutputOf<Tool> = Tool extends { readonly output?: infer Schema }
  ? Exclude<Schema, undefined> extends { readonly _output: infer Output }
    ? Output
    : unknown
  : unknown;

/**
 * Declares how the calls of one tool are drawn. Of a declared tool (a headless contract, or anything with a literal name
 * and zod schemas) the arguments and the result have its types; by name alone they have those that you name. The types
 * trust the model: what does not fit makes the view throw, and the card then draws the arguments as a tree instead.
 */
export function defineToolView<const Tool extends DeclaredTool>(
  tool: Tool,
  parts: ToolViewParts<ArgsOf<Tool>, OutputOf<Tool>>,
): ToolView;
export function defineToolView<Args = unknown, Output = unknown>(
  name: string,
  parts: ToolViewParts<Args, Output>,
): ToolView;
export function defineToolView(tool: string | DeclaredTool, parts: ToolViewParts<unknown, unknown>): ToolView {
  return {
    name: typeof tool === "string" ? tool : tool.name,
    preview: parts.preview,
    result: parts.result,
    summary: parts.summary ?? (() => ""),
    icon: parts.icon ?? "tree",
    isWide: parts.isWide ?? false,
    hasDecision: parts.hasDecision ?? false,
  };
}
