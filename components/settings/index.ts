export { RememberedTools } from "./remembered-tools";
export { type Theme, type ThemeControl, ThemePicker } from "./theme-picker";
export { YourData } from "./your-data";
