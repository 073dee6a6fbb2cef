export { createToolCallStream } from "./create-tool-call-stream";
export type {
  CompleteToolCall,
  IncompleteToolCall,
  InvalidToolCall,
  StreamingToolCall,
  ToolCall,
  ToolCallSnapshot,
  ToolCallStatus,
  ToolCallStream,
  ToolCallStreamOptions,
} from "./tool-call";
