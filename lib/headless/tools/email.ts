import { sendEmail } from "../contract";
import { mailLink } from "./mail-link";
import { unavailable } from "./unavailable";

/** Opens the mail program by a link. What it does with it, the browser does not tell. */
export const sendEmailTool = sendEmail.implement((email) => {
  if (typeof document === "undefined") throw unavailable("There is no page here to open a mail program from.");
  const href = mailLink(email);
  if (href === undefined) throw unavailable("This email is too long to hand to a mail program. Copy it instead.");
  const link = document.createElement("a");
  link.href = href;
  link.click();
  return { is_opened: true };
});
