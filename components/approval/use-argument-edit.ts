import { useEffect, useMemo, useState } from "react";
import { useAgent, useKeptInput } from "@/hooks";
import type { ArgumentFault } from "@/lib/headless";
import type { CallState } from "@/lib/store";
import { useStrings } from "../ui/strings";
import { type ArgumentDraft, draftOf, readDraft, readKeptDraft } from "./argument-draft";
import { changesBetween } from "./changes-between";

/** The person's edit of a call's arguments: nothing until it begins. It outlives a reload, as long as the call waits. */
export type ArgumentEdit = {
  readonly draft: ArgumentDraft | undefined;
  readonly setDraft: (draft: ArgumentDraft | undefined) => void;
  begin(): void;
  readonly faults: readonly ArgumentFault[];
  readonly changeCount: number;
  /** What can be run; undefined while the draft does not fit the tool, or was not looked at yet. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
};

/** Checks the draft against the tool's schema as it changes, so that Approve acts within its own click. */
export function useArgumentEdit(call: CallState): ArgumentEdit {
  const { approval } = useStrings();
  const { argumentFaults } = useAgent();
  const place = { name: JSON.stringify(["arguments", call.id]), about: call.args, interruptId: call.interruptId };
  const [kept, setDraft] = useKeptInput(place);
  const draft = useMemo(() => readKeptDraft(kept), [kept]);
  const [checked, setChecked] = useState<{ args: unknown; faults: readonly ArgumentFault[] }>();
  const read = useMemo(() => draft && readDraft(draft, approval), [draft, approval]);
  const { args } = read ?? {};

  useEffect(() => {
    if (args === undefined) return;
    let isOld = false;
    void argumentFaults(call.key, args).then((faults) => {
      if (!isOld) setChecked({ args, faults });
    });
    return () => {
      isOld = true;
    };
  }, [args, call.key, argumentFaults]);

  const found = checked?.args === args ? checked?.faults : undefined;
  const faults = read?.faults.length ? read.faults : (found ?? []);
  return {
    draft,
    setDraft,
    begin: () => setDraft(draftOf(call.editedArgs ?? call.args)),
    faults,
    changeCount: args === undefined ? 0 : changesBetween(call.args, args).length,
    args: found?.length === 0 ? args : undefined,
  };
}
