import { useEffect, useState } from "react";

/**
 * `performance.now()`, read every `everyMs` while `isRunning`; undefined until the first reading,
 * so that the server's render and the first one in the browser agree.
 */
export function useNow(everyMs: number, isRunning: boolean): number | undefined {
  const [nowMs, setNowMs] = useState<number>();
  useEffect(() => {
    if (!isRunning) return;
    const read = () => setNowMs(performance.now());
    read();
    const timer = setInterval(read, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isRunning]);
  return nowMs;
}
