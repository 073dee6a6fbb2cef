import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { ToolView } from "./tool-view";
import * as builtIn from "./views";

const { genericView, ...named } = builtIn;
const builtInViews: ReadonlyMap<string, ToolView> = byName(Object.values(named));

const ToolViewsContext = createContext(builtInViews);

/** Views of the page's own tools, in front of those that are built in. */
export function ToolViewsProvider({ views, children }: { views: readonly ToolView[]; children: ReactNode }) {
  const all = useMemo(() => new Map([...builtInViews, ...byName(views)]), [views]);
  return <ToolViewsContext.Provider value={all}>{children}</ToolViewsContext.Provider>;
}

/** The view of a tool, or the generic one that draws any arguments. */
export function useToolView(name: string): ToolView {
  return useContext(ToolViewsContext).get(name) ?? genericView;
}

function byName(views: readonly ToolView[]): ReadonlyMap<string, ToolView> {
  return new Map(views.map((view) => [view.name, view]));
}
