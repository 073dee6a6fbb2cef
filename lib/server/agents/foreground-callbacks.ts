/**
 * LangChain runs callback handlers in the background unless told otherwise, and then a model that never yields to the
 * event loop loses chunks (measured: 11,121 of 20,000 arrived, and the stream ended cleanly).
 * Read by LangChain when a handler is made, so this module must be imported before any run starts.
 */
process.env.LANGCHAIN_CALLBACKS_BACKGROUND = "false";
