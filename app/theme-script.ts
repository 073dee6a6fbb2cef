export const THEME_KEY = "toolweave:theme";

/** Runs before the first frame is drawn, as text in the page's head: a theme that was chosen never flashes. */
export const THEME_SCRIPT = `try{const t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;
