import { useCallback, useState } from "react";
import { type Attachments, type RefusedFile, useAttachments } from "@/hooks";

/** The composer's files, and what was refused last. */
export type Attaching = Attachments & {
  readonly refused: readonly RefusedFile[];
  /** Attaches what can be; what cannot is told. */
  readonly add: (files: readonly File[]) => void;
  readonly dismissRefused: () => void;
};

export function useAttaching(): Attaching {
  const attachments = useAttachments();
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const { attach } = attachments;
  const add = useCallback((files: readonly File[]) => setRefused(attach(files)), [attach]);
  const dismissRefused = useCallback(() => setRefused([]), []);
  return { ...attachments, refused, add, dismissRefused };
}
