import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { genericView } from "./generic-view";
import { defineToolView, type ToolView } from "./tool-view";

type Views = ReadonlyMap<string, ToolView>;

/** What is drawn while the views are on their way: the place of a value. */
const pendingView = defineToolView("", { preview: () => <div className="tw-absent" /> });

const ToolViewsContext = createContext<{ readonly views: Views; readonly isLoading: boolean }>({
  views: new Map(),
  isLoading: false,
});

/** Kept for the page: the first chat loads them. */
let loadedViews: Views | undefined;

/**
 * Views of the page's own tools, in front of those that are built in. The built-in ones are no part of what the page
 * loads first; where they cannot be loaded at all, calls are drawn as trees.
 */
export function ToolViewsProvider({ views, children }: { views: readonly ToolView[]; children: ReactNode }) {
  const [builtIn, setBuiltIn] = useState(loadedViews);
  useEffect(() => {
    if (builtIn !== undefined) return;
    let isGone = false;
    const show = (loaded: Views) => {
      if (!isGone) setBuiltIn(loaded);
    };
    void loadViews().then(show, () => show(new Map()));
    return () => {
      isGone = true;
    };
  }, [builtIn]);
  const value = useMemo(
    () => ({ views: new Map([...(builtIn ?? []), ...byName(views)]), isLoading: builtIn === undefined }),
    [builtIn, views],
  );
  return <ToolViewsContext.Provider value={value}>{children}</ToolViewsContext.Provider>;
}

/** The view of a tool, or the generic one that draws any arguments. */
export function useToolView(name: string): ToolView {
  const { views, isLoading } = useContext(ToolViewsContext);
  return views.get(name) ?? (isLoading ? pendingView : genericView);
}

async function loadViews(): Promise<Views> {
  loadedViews ??= byName(Object.values(await import("./views")));
  return loadedViews;
}

function byName(views: readonly ToolView[]): Views {
  return new Map(views.map((view) => [view.name, view]));
}
