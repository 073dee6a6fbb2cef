import { brokenConnection, DemoProviderError } from "../../provider-failure";
import type { Scenario } from "../../scenario";

const STATUS = /\bfail with (?:http |status )?(?<status>400|401|403|404|429|500|503|529)\b/i;
const BREAK_OFF = /\bbreak off\b/i;

/** Errors of a provider, on request: by HTTP status before the answer begins, or a connection that breaks inside it. */
export const failures: Scenario = {
  name: "failures",
  shows: "a provider's error; also 401, 500, or “Break off mid-stream”",
  example: "Fail with 429",
  tools: [],
  play(question) {
    const status = Number(STATUS.exec(question)?.groups?.status ?? 0);
    if (status) return [{ failure: new DemoProviderError(status, MESSAGES[status] ?? "The request failed") }];
    if (!BREAK_OFF.test(question)) return undefined;
    return [
      {
        text: "I was about to tell you a story about a weaver who lived by the sea, and it begins like this: one morning the",
        failure: brokenConnection(),
      },
    ];
  },
};

const MESSAGES: Readonly<Record<number, string>> = {
  400: "The request was not understood (demo)",
  401: "Incorrect API key provided (demo)",
  403: "The key may not use this model (demo)",
  404: "The model does not exist (demo)",
  429: "Rate limit reached, please try again later (demo)",
  500: "The server had an error while processing your request (demo)",
  503: "The engine is overloaded, please try again later (demo)",
  529: "Overloaded (demo)",
};
