export { ThreadSidebar } from "./thread-sidebar";
export { useThreadTitle } from "./use-thread-title";
