import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: [{ find: "@", replacement: import.meta.dirname }] },
  test: {
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          provide: { reactMajor: "19" },
          include: ["*.test.ts", "{lib,hooks,components,scripts,app,bench,docs}/**/*.test.{ts,tsx}"],
          setupFiles: ["vitest.setup.ts"],
        },
      },
      {
        extends: true,
        resolve: { alias: [{ find: /^(react|react-dom)(?=\/|$)/, replacement: "$1-18" }] },
        test: {
          name: "react 18",
          provide: { reactMajor: "18" },
          include: [
            "hooks/{react-version,render-counts,agent/agent-provider,agent/provider-rendering,messages/use-branches}.test.tsx",
          ],
          setupFiles: ["vitest.setup.ts", "hooks/test-support/use-react-18.ts"],
        },
      },
    ],
  },
});

declare module "vitest" {
  interface ProvidedContext {
    /** The React that a project's tests run on. */
    reactMajor: string;
  }
}
