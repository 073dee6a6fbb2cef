import { useId } from "react";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings";

export type Theme = "light" | "dark" | "system";
/** What the page around the chat does with the theme: colours belong to it, and what is kept. */
export type ThemeControl = { readonly value: Theme; readonly onChange: (theme: Theme) => void };

const THEMES = [
  { theme: "system", icon: "system" },
  { theme: "light", icon: "sun" },
  { theme: "dark", icon: "moon" },
] as const;

/** Light, dark, or as the system has it. */
export function ThemePicker({ value, onChange }: ThemeControl) {
  const { settings } = useStrings();
  const name = useId();
  return (
    <fieldset className="tw-choices" aria-label={settings.theme}>
      {THEMES.map(({ theme, icon }) => (
        <label key={theme} className="tw-choice" title={settings.themes[theme]}>
          <input
            type="radio"
            className="tw-unseen"
            name={name}
            aria-label={settings.themes[theme]}
            checked={value === theme}
            onChange={() => onChange(theme)}
          />
          <Icon name={icon} size="s" />
        </label>
      ))}
    </fieldset>
  );
}
