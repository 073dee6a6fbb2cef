import type { ComponentType } from "react";
import type { ToolCallView } from "@/hooks";
import type { IconName } from "../ui/icon-shapes";
import type { Strings } from "../ui/strings";

export type CallProps = { readonly call: ToolCallView };

/** How one tool's calls are drawn. */
export type ToolView = {
  /** The tool's name, as the model calls it. */
  readonly name: string;
  readonly icon: IconName;
  /** True for what needs the whole column, also beside another call. */
  readonly isWide?: boolean;
  /** Draws the arguments while they grow, and as long as there is no result. */
  readonly Preview: ComponentType<CallProps>;
  /** Draws arguments and result of a call that is done. The same component as `Preview` is kept mounted, so nothing jumps. */
  readonly Result: ComponentType<CallProps>;
  /** The result in one line, for a folded card. */
  summary(call: ToolCallView, strings: Strings): string;
};

/** Declares how the calls of one tool are drawn; returns it unchanged. */
export function defineToolView(view: ToolView): ToolView {
  return view;
}
