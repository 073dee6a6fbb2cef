import { registerHooks } from "node:module";

/** Sends the imports of React by installed packages to the React 18 that stands beside React 19; Vite's alias does the same for ours. */
registerHooks({
  resolve: (specifier, context, next) => next(specifier.replace(/^(react|react-dom)(?=\/|$)/, "$1-18"), context),
});
