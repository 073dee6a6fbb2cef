/** A message that the person typed here, with the id that it keeps on the server. */
export type OwnMessage = { readonly id: string; readonly text: string };
