export {
  errorMessage,
  isAbort,
  isToolweaveError,
  ToolweaveError,
  type ToolweaveErrorCode,
  type ToolweaveErrorContext,
} from "./toolweave-error";
