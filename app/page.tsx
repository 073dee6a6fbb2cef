import { ChatPage } from "./chat-page";

/** A new thread. */
export default function NewThreadPage() {
  return <ChatPage />;
}
