import { ChatPage } from "../../chat-page";

/** The thread that the address names. */
export default function ThreadPage() {
  return <ChatPage />;
}
