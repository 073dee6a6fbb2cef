export {
  errorMessage,
  isAbort,
  isNotFound,
  isToolweaveError,
  isToolweaveErrorCode,
  ToolweaveError,
  type ToolweaveErrorCode,
  type ToolweaveErrorContext,
} from "./toolweave-error";
