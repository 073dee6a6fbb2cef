/** Under which key of a thread's metadata our server keeps the model that the thread's last run chose. */
export const MODEL_KEY = "toolweave:model";
