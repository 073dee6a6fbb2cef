export { BrandMark } from "./brand-mark";
export { Icon, iconNamed } from "./icon";
export type { IconName } from "./icon-shapes";
