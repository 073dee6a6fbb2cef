import type { BrowserContext } from "@playwright/test";

declare global {
  interface Window {
    tellViolation(words: string): void;
  }
}

/** Notes what the content security policy of any page of a context refuses. */
export async function watchPolicy(context: BrowserContext): Promise<readonly string[]> {
  const violations: string[] = [];
  await context.exposeFunction("tellViolation", (words: string) => void violations.push(words));
  await context.addInitScript(() => {
    if (window !== window.top) return; // what a model's page may not do is refused for good, and tested elsewhere
    document.addEventListener("securitypolicyviolation", (event) => {
      const { violatedDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      window.tellViolation(`${violatedDirective} refused ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`);
    });
  });
  return violations;
}
