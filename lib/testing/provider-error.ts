const KINDS: Readonly<Record<number, { readonly type: string; readonly message: string }>> = {
  400: { type: "invalid_request_error", message: "The request is not valid." },
  401: { type: "authentication_error", message: "The API key is not valid." },
  403: { type: "permission_error", message: "The API key may not do this." },
  404: { type: "not_found_error", message: "There is no such recording, or all its turns have been asked for." },
  429: { type: "rate_limit_error", message: "Too many requests." },
  529: { type: "overloaded_error", message: "Overloaded." },
};

/** The body of an error as the provider of that API writes it. Sources: the error pages of OpenAI and Anthropic. */
export function providerError(api: string | undefined, status: number): unknown {
  const { type, message } = KINDS[status] ?? { type: "api_error", message: "The server had an error." };
  if (api === "anthropic") return { type: "error", error: { type, message }, request_id: "req_replay" };
  return { error: { message, type, param: null, code: status === 401 ? "invalid_api_key" : null } };
}
