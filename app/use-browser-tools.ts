import { useEffect, useState } from "react";
import type { HeadlessTool } from "@/lib/headless";

const NONE: readonly HeadlessTool[] = [];

/** The tools of this browser, which are no part of the first load: until they are here, their calls wait. */
export function useBrowserTools(): readonly HeadlessTool[] {
  const [tools, setTools] = useState(NONE);
  useEffect(() => {
    let isGone = false;
    import("@/lib/headless").then(
      ({ browserTools }) => {
        if (!isGone) setTools(browserTools);
      },
      () => {}, // without a network they stay away; a reload brings them
    );
    return () => {
      isGone = true;
    };
  }, []);
  return tools;
}
