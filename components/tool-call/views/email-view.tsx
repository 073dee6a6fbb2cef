import { useStrings } from "../../ui/strings-context";
import { argumentAt, textOf } from "../argument-at";
import { ArgumentField, Field, Fields } from "../field";
import { GrowingText } from "../growing-text";
import { type CallProps, defineToolView } from "../tool-view";

/** An email in its own form. Below the body's last line, dotted rules keep room for what is to come. */
function EmailBody({ call }: CallProps) {
  const { email } = useStrings();
  const body = argumentAt(call, ["body"]);
  const isOpen = call.phase === "writing" && body.state !== "complete";
  return (
    <Fields>
      <ArgumentField label={email.to} argument={argumentAt(call, ["to"])} />
      <ArgumentField label={email.subject} argument={argumentAt(call, ["subject"])} />
      <Field label={email.body} isStacked>
        <span className="tw-ruled" data-open={isOpen || undefined}>
          <span className="tw-ruled-text">
            <GrowingText text={textOf(body.value) ?? ""} state={body.state} />
          </span>
        </span>
      </Field>
    </Fields>
  );
}

export const draftEmailView = defineToolView({
  name: "draft_email",
  icon: "mail",
  Preview: EmailBody,
  Result: EmailBody,
  summary: (call) => textOf(argumentAt(call, ["subject"]).value) ?? "",
});
