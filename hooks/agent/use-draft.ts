import { useMemo } from "react";
import type { Draft, DraftAttachment, SessionState } from "@/lib/store";
import { createUuid } from "@/lib/transport";
import { useSlice } from "../use-slice";
import { useAgentContext } from "./agent-context";

/** A composer's content, and how to change it; the functions are stable. */
export type DraftControls = Draft & {
  setText(text: string | ((current: string) => string)): void;
  attach(files: readonly File[]): void;
  detach(attachmentId: string): void;
};

/**
 * What stands in the composer of the thread that is shown. It outlives a reload, files included, does not follow into
 * another thread, and never replaces what the person has typed before it was read. Of several tabs that show a thread
 * the one that the person writes in decides; the others follow.
 */
export function useDraft(): DraftControls {
  const { session } = useAgentContext("useDraft");
  const draft = useSlice(session.store, selectDraft);
  const actions = useMemo(() => {
    const current = () => selectDraft(session.store.getState());
    const setAttachments = (attachments: readonly DraftAttachment[]) => session.setDraft(current().text, attachments);
    return {
      setText: (text: string | ((current: string) => string)) =>
        session.setDraft(typeof text === "string" ? text : text(current().text)),
      attach: (files: readonly File[]) =>
        setAttachments([
          ...current().attachments,
          ...files.map((file) => ({ id: createUuid(), name: file.name, blob: file })),
        ]),
      detach: (attachmentId: string) => setAttachments(current().attachments.filter(({ id }) => id !== attachmentId)),
    };
  }, [session]);
  return useMemo(() => ({ ...draft, ...actions }), [draft, actions]);
}

function selectDraft(state: SessionState): Draft {
  return state.draft;
}
