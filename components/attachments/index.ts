export { AttachButton } from "./attach-button";
export { AttachedFiles } from "./attached-files";
export { DropTarget } from "./drop-target";
export { ImageDialog } from "./image-dialog";
export { MessageMediaList } from "./message-media-list";
export { RefusedFiles } from "./refused-files";
export { type Attaching, useAttaching } from "./use-attaching";
