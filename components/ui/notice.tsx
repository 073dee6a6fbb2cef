import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

const TONES = {
  quiet: ["tw:bg-settled-wash", "tw:text-ink-2"],
  consent: ["tw:bg-consent-wash", "tw:text-consent"],
  waiting: ["tw:bg-waiting-wash", "tw:text-waiting"],
  error: ["tw:bg-error-wash", "tw:text-error"],
} as const;

/** A sentence that stands out, with an action at its end. */
export function Notice({
  tone,
  icon,
  role,
  children,
  action,
}: {
  tone: keyof typeof TONES;
  icon: IconName;
  role?: "alert" | "status";
  children: ReactNode;
  action?: ReactNode;
}) {
  const [wash, colour] = TONES[tone];
  return (
    <div
      role={role}
      className={`tw:flex tw:min-h-11 tw:flex-wrap tw:items-center tw:gap-x-3 tw:gap-y-2 tw:rounded-m tw:outline tw:outline-transparent tw:py-1.5 tw:ps-3.5 tw:pe-1.5 tw:text-s ${wash}`}
    >
      <span className={colour}>
        <Icon name={icon} />
      </span>
      <div className="tw:min-w-0 tw:flex-1 tw:py-1 tw:pe-2 tw:[overflow-wrap:anywhere]" dir="auto">
        {children}
      </div>
      {action}
    </div>
  );
}
