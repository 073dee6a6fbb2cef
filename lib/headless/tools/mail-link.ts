/** Mail programs are handed a link, and some cut longer ones without a word. */
const MAX_LINK_CHARACTERS = 8000;

/** An email as a `mailto` link (RFC 6068); undefined where it is too long for one. */
export function mailLink(email: { to: string; subject: string; body: string }): string | undefined {
  // An address is one line and no more than an address: `?`, `&` and `,` in it would be further fields and recipients.
  const to = encodeURIComponent(email.to.replaceAll(/\s+/g, " ").trim()).replaceAll("%40", "@");
  const subject = encodeURIComponent(email.subject.replaceAll(/[\r\n]+/g, " "));
  const body = encodeURIComponent(email.body.replaceAll(/\r\n|\r|\n/g, "\r\n"));
  const link = `mailto:${to}?subject=${subject}&body=${body}`;
  return link.length <= MAX_LINK_CHARACTERS ? link : undefined;
}
