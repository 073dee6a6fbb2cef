import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    include: ["{lib,hooks,components,scripts,app,bench,docs}/**/*.test.{ts,tsx}"],
    environment: "node",
    setupFiles: ["vitest.setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
