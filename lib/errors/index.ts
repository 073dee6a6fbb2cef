export {
  errorMessage,
  isAbort,
  isToolweaveError,
  isToolweaveErrorCode,
  ToolweaveError,
  type ToolweaveErrorCode,
  type ToolweaveErrorContext,
} from "./toolweave-error";
