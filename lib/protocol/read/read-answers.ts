import type { Assistant } from "../assistant";
import type { Attachment, AttachmentKind, AttachmentLimits } from "../attachment";
import type { ErrorBody, ErrorData } from "../error-body";
import type { AgentInfo, Info, ModelChoiceInfo, ModelFacts, ModelInfo } from "../info";
import type { Claim, Run, RunStatus } from "../run";
import type { Checkpoint, Interrupt, Task, Thread, ThreadState, ThreadStatus } from "../thread";
import { anything, finite, listOf, maybe, object, oneOf, orNull, reader, record, recordOf, text, truth } from "./shape";

/** What `interruptSchema` accepts. */
export const interrupt = object<Interrupt>({ id: text, value: anything });
/** What `errorDataSchema` accepts. */
export const errorData = object<ErrorData>({ error: text, message: text, code: orNull(text) });

const interrupts = listOf(interrupt);

const thread = object<Thread>({
  thread_id: text,
  created_at: text,
  updated_at: text,
  metadata: orNull(record),
  status: oneOf<ThreadStatus>("idle", "busy", "interrupted", "error"),
  values: anything,
  interrupts: orNull(recordOf(interrupts)),
});

const checkpoint = object<Checkpoint>({
  thread_id: maybe(text),
  checkpoint_ns: orNull(text),
  checkpoint_id: orNull(text),
  checkpoint_map: orNull(record),
});

const run = object<Run>({
  run_id: text,
  thread_id: text,
  assistant_id: text,
  status: oneOf<RunStatus>("pending", "running", "success", "error", "timeout", "interrupted"),
  created_at: text,
  updated_at: text,
  metadata: orNull(record),
  multitask_strategy: orNull(text),
  error: orNull(errorData),
});

/** Each reads what the schema of the same name accepts, without a copy. */
export const readThread = reader<Thread>(thread);
export const readThreads = reader<Thread[]>(listOf(thread));
export const readRun = reader<Run>(run);
export const readRuns = reader<Run[]>(listOf(run));

export const readAssistants = reader<Assistant[]>(
  listOf(
    object<Assistant>({
      assistant_id: text,
      graph_id: text,
      name: text,
      description: orNull(text),
      config: record,
      context: anything,
      metadata: orNull(record),
      version: finite,
      created_at: text,
      updated_at: text,
    }),
  ),
);

const threadState = object<ThreadState>({
  values: anything,
  next: listOf(text),
  tasks: orNull(
    listOf(
      object<Task>({ id: text, name: text, error: orNull(text), interrupts: orNull(interrupts), result: anything }),
    ),
  ),
  metadata: orNull(record),
  created_at: orNull(text),
  checkpoint: orNull(checkpoint),
  parent_checkpoint: orNull(checkpoint),
  messages_kept: orNull(finite),
  earlier_messages: orNull(finite),
});

export const readThreadState = reader<ThreadState>(threadState);
export const readThreadStates = reader<ThreadState[]>(listOf(threadState));

export const readClaim = reader<Claim>(
  object<Claim>({ interrupt_id: text, holder: text, lease_expires_at: text, previous_holder: orNull(text) }),
);

export const readErrorBody = reader<ErrorBody>(object<ErrorBody>({ code: text, message: text, field: maybe(text) }));

const modelFields = {
  id: text,
  isDemo: truth,
  problem: maybe(object<NonNullable<ModelInfo["problem"]>>({ code: text, message: text })),
};
const model = object<ModelInfo>(modelFields);
const modelChoice = object<ModelChoiceInfo>({ ...modelFields, title: text });

const agent = object<AgentInfo>({
  id: text,
  title: text,
  description: maybe(text),
  has_own_model: maybe(truth),
  tools: listOf(object<AgentInfo["tools"][number]>({ name: text, title: text, isHeadless: truth })),
  suggestions: listOf(
    object<AgentInfo["suggestions"][number]>({ title: text, detail: text, prompt: text, icon: maybe(text) }),
  ),
});

const attachmentKind = oneOf<AttachmentKind>("image", "pdf", "text", "audio", "video", "other");

const attachmentLimits = object<AttachmentLimits>({
  max_bytes: finite,
  max_per_message: finite,
  kinds: listOf(attachmentKind),
});

const modelFacts = object<ModelFacts>({
  context_tokens: maybe(finite),
  price: maybe(
    object<NonNullable<ModelFacts["price"]>>({
      currency: text,
      input: finite,
      output: finite,
      cached_input: maybe(finite),
    }),
  ),
});

export const readAttachment = reader<Attachment>(
  object<Attachment>({
    id: text,
    url: text,
    name: text,
    kind: attachmentKind,
    mime_type: text,
    size: finite,
    created_at: text,
    width: orNull(finite),
    height: orNull(finite),
    has_thumbnail: truth,
  }),
);

export const readInfo = reader<Info>(
  object<Info>({
    version: orNull(text),
    flags: orNull(record),
    toolweave: maybe(
      object<NonNullable<Info["toolweave"]>>({
        model,
        agents: listOf(agent),
        model_choices: maybe(listOf(modelChoice)),
        models: maybe(recordOf(modelFacts)),
        attachments: maybe(attachmentLimits),
      }),
    ),
  }),
);
