/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true }, // nothing here uses the optimiser, which would decode what anybody sends it an address of
  // `npm run check` checks types; the build does not repeat it.
  typescript: { ignoreBuildErrors: true },
  // Bundled, LangChain's initChatModel cannot import a provider's package by name, and native binaries cannot load.
  serverExternalPackages: [
    "langchain",
    "@langchain/anthropic",
    "@langchain/core",
    "@langchain/langgraph",
    "@langchain/langgraph-checkpoint",
    "@langchain/langgraph-checkpoint-sqlite",
    "@langchain/openai",
    "better-sqlite3",
    "file-type",
    "libsql",
    "sharp",
  ],
};
