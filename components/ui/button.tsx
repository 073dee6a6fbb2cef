import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconName } from "./icon";

const TONES = {
  plain: "tw:border-line-strong tw:bg-raised tw:text-ink tw:enabled:hover:bg-hover",
  fill: "tw:border-fill tw:bg-fill tw:text-on-fill tw:enabled:hover:border-fill-hover tw:enabled:hover:bg-fill-hover",
  consent:
    "tw:border-consent-fill tw:bg-consent-fill tw:text-on-fill tw:enabled:hover:border-consent-fill-hover tw:enabled:hover:bg-consent-fill-hover",
  bare: "tw:border-transparent tw:px-2 tw:text-ink-2 tw:enabled:hover:bg-hover tw:enabled:hover:text-ink",
} as const;

type ButtonProps = ComponentProps<"button"> & {
  /** `fill` for the one main action, `consent` only for giving consent, `bare` for what is seldom wanted. */
  tone?: keyof typeof TONES;
  icon?: IconName;
};

/** A button with words. As high as a control: 32 px, 44 in a narrow container. */
export function Button({ tone = "plain", icon, className = "", children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`tw:inline-flex tw:min-h-control tw:print:hidden tw:items-center tw:justify-center tw:gap-1.5 tw:rounded-m tw:border tw:px-3 tw:text-s tw:font-medium tw:whitespace-nowrap tw:transition-colors tw:duration-[var(--tw-fast)] tw:disabled:opacity-60 ${TONES[tone]} ${className}`}
      {...rest}
    >
      {icon && <Icon name={icon} size="s" />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  icon: IconName;
  /** Its symbol points along the line of writing. */
  mirrors?: boolean;
  /** What it does and to what, for example "Remove budget.xlsx". Also shown as a tooltip. */
  label: string;
  /** Drawn in the colour of ink, for the main action. */
  isFilled?: boolean;
  children?: ReactNode;
};

/** A square button with a symbol and a name. */
export function IconButton({
  icon,
  mirrors = false,
  label,
  isFilled = false,
  className = "",
  children,
  ...rest
}: IconButtonProps) {
  const tone = isFilled
    ? "tw:bg-fill tw:text-on-fill tw:enabled:hover:bg-fill-hover tw:disabled:bg-hover tw:disabled:text-ink-3"
    : "tw:text-ink-2 tw:enabled:hover:bg-hover tw:enabled:hover:text-ink tw:disabled:text-line-strong";
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`tw:inline-grid tw:size-control tw:flex-none tw:print:hidden tw:place-items-center tw:rounded-m tw:transition-colors tw:duration-[var(--tw-fast)] ${tone} ${className}`}
      {...rest}
    >
      <Icon name={icon} mirrors={mirrors} />
      {children}
    </button>
  );
}
