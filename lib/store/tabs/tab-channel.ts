import { readTabNews, type TabNews } from "./tab-news";

/** News between the tabs of one browser. Nobody hears its own. */
export type TabChannel = {
  announce(news: TabNews): void;
  /** The returned function ends it. */
  listen(listener: (news: TabNews) => void): () => void;
};

/** The part of BroadcastChannel that is used here. */
export type BroadcastPort = Pick<BroadcastChannel, "postMessage" | "close" | "onmessage">;

/** `open` is called when somebody listens or something is announced, and never before; undefined: this browser has no such thing. */
export function createTabChannel(open: () => BroadcastPort | undefined): TabChannel {
  const listeners = new Set<(news: TabNews) => void>();
  let port: BroadcastPort | undefined;

  function begin(): BroadcastPort | undefined {
    if (port !== undefined) return port;
    const opened = open();
    if (opened === undefined) return undefined;
    opened.onmessage = ({ data }: MessageEvent<unknown>) => {
      const news = readTabNews(data);
      if (news !== undefined) for (const listener of [...listeners]) listener(news);
    };
    port = opened;
    return opened;
  }

  function endWhenUnused(): void {
    if (listeners.size > 0) return;
    port?.close();
    port = undefined;
  }

  return {
    announce: (news) => {
      begin()?.postMessage(news);
      endWhenUnused();
    },
    listen: (listener) => {
      listeners.add(listener);
      begin();
      return () => {
        listeners.delete(listener);
        endWhenUnused();
      };
    },
  };
}
