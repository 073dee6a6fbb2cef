import { useEffect, useState } from "react";
import type { Theme } from "@/components";
import { THEME_KEY } from "./theme-script";

/** The theme that the person chose in this browser; `system` until then, and where nothing can be kept. */
export function useTheme(): { readonly value: Theme; readonly onChange: (theme: Theme) => void } {
  const [value, setValue] = useState<Theme>("system");
  // After the first render, which is the same on the server; the script of the page has set the colours by then.
  useEffect(() => setValue(readTheme()), []);
  return {
    value,
    onChange: (theme) => {
      setValue(theme);
      const { dataset } = document.documentElement;
      if (theme === "system") delete dataset.theme;
      else dataset.theme = theme;
      try {
        if (theme === "system") localStorage.removeItem(THEME_KEY);
        else localStorage.setItem(THEME_KEY, theme);
      } catch {
        // a browser that keeps nothing: it lasts as long as the page
      }
    },
  };
}

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}
