import { mailLink } from "@/lib/headless";
import { CopyButton } from "../../ui/export/copy-button";
import { Icon } from "../../ui/icon";
import { safeUrl } from "../../ui/safe-url";
import { useStrings } from "../../ui/strings";
import { defineToolView, type PreviewProps, type ReadArgument } from "../tool-view";
import { ArgumentField, Field, Fields, GrowingText, textOf } from "../value";

type EmailArgs = { to: string; subject: string; body: string };

/** An email in its own form. Below the body's last line, dotted rules keep room for what is to come. */
function EmailPreview({ call, arg }: PreviewProps<EmailArgs>) {
  const { email } = useStrings();
  const body = arg(["body"]);
  const isOpen = call.phase === "writing" && body.state !== "complete";
  const isDraft = call.name === "draft_email";
  const isDone = call.phase === "done";
  return (
    <div
      className={`tw:grid tw:grid-cols-[minmax(0,1fr)] tw:gap-3 ${isDraft && !isDone ? "tw-room-for-controls" : ""}`}
    >
      <Fields>
        <ArgumentField label={email.to} argument={arg(["to"])} />
        <ArgumentField label={email.subject} argument={arg(["subject"])} />
        <Field label={email.body} isStacked>
          <span className="tw-ruled" data-open={isOpen || undefined}>
            <span className="tw-ruled-text">
              <GrowingText text={textOf(body.value) ?? ""} state={body.state} />
            </span>
          </span>
        </Field>
      </Fields>
      {isDraft && isDone && <DraftActions arg={arg} />}
    </div>
  );
}

/** What a person does with a draft, in a row whose room is kept from the start. */
function DraftActions({ arg }: { arg: ReadArgument<EmailArgs> }) {
  const { email } = useStrings();
  const draft = partsOf(arg);
  const link = safeUrl(mailLink(draft) ?? "");
  return (
    <div className="tw:flex tw:min-h-control tw:items-center tw:gap-2">
      {link && (
        <a className="tw-button" href={link} target="_blank" rel="noreferrer noopener">
          <Icon name="mail" size="s" />
          {email.openInProgram}
        </a>
      )}
      <CopyButton label={email.copy} text={() => `${draft.subject}\n\n${draft.body}`} />
    </div>
  );
}

function partsOf(arg: ReadArgument<EmailArgs>): EmailArgs {
  return {
    to: textOf(arg(["to"]).value) ?? "",
    subject: textOf(arg(["subject"]).value) ?? "",
    body: textOf(arg(["body"]).value) ?? "",
  };
}

const drawing = {
  icon: "mail",
  preview: EmailPreview,
  summary: (call: { args: unknown }) => textOf((call.args as Partial<EmailArgs> | undefined)?.subject) ?? "",
} as const;

export const draftEmailView = defineToolView<EmailArgs>("draft_email", drawing);

export const sendEmailView = defineToolView<EmailArgs>("send_email", drawing);
