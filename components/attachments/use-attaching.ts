import { useCallback, useEffect, useRef, useState } from "react";
import { type Attachments, type RefusedFile, useAttachments, useInfo } from "@/hooks";

/** The composer's files, and what was refused last. */
export type Attaching = Attachments & {
  readonly refused: readonly RefusedFile[];
  /** The server has said that it takes no files. */
  readonly takesNone: boolean;
  /** Attaches what can be; what cannot is told. What comes before the server has said what it takes waits for that. */
  readonly add: (files: readonly File[]) => void;
  readonly dismissRefused: () => void;
};

export function useAttaching(): Attaching {
  const attachments = useAttachments();
  const { info } = useInfo();
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const early = useRef<File[]>([]);
  const { attach, limits } = attachments;
  const add = useCallback(
    (files: readonly File[]) => {
      if (limits === undefined) early.current.push(...files);
      else setRefused(attach(files));
    },
    [attach, limits],
  );
  useEffect(() => {
    if (limits !== undefined && early.current.length > 0) add(early.current.splice(0));
  }, [limits, add]);
  const dismissRefused = useCallback(() => setRefused([]), []);
  return { ...attachments, refused, takesNone: info !== undefined && limits === undefined, add, dismissRefused };
}
