import {
  drawChart,
  getDeviceInfo,
  getLocation,
  listNotes,
  openLocalFile,
  readClipboard,
  saveFile,
  saveNote,
  setTheme,
  showNotification,
  speak,
  writeClipboard,
} from "@/lib/headless/contract";
import { defineConfig } from "@/lib/server/config";
import { registerHeadless, reviewTools } from "@/lib/server/middleware";
import { add, draftEmail, failAlways, getWeather, keepFact, makeTable, multiply, slowCount } from "@/lib/server/tools";

export default defineConfig({
  agents: {
    agent: {
      title: "Assistant",
      description: "Does sums, drafts and tables on the server, and finds your place and keeps notes in your browser.",
      prompt: [
        "You are a helpful assistant inside a chat page. Answer briefly, in the language of the person.",
        "Use a tool whenever one fits; call several at once when they do not depend on each other.",
        "Some tools run in the person's own browser. If one is declined or fails, say so kindly and go on without it.",
      ].join("\n"),
      tools: [
        multiply,
        add,
        getWeather,
        draftEmail,
        makeTable,
        slowCount,
        failAlways,
        keepFact,
        registerHeadless(getLocation),
        registerHeadless(saveNote),
        registerHeadless(listNotes),
        registerHeadless(readClipboard),
        registerHeadless(writeClipboard),
        registerHeadless(openLocalFile),
        registerHeadless(drawChart),
        registerHeadless(saveFile),
        registerHeadless(showNotification),
        registerHeadless(speak),
        registerHeadless(getDeviceInfo),
        registerHeadless(setTheme),
      ],
      middleware: [
        reviewTools([{ tool: keepFact, description: "The server will keep this sentence for later threads." }]),
      ],
      suggestions: [
        {
          title: "Two sums at once",
          detail: "Multiply and Add, on the server",
          prompt: "What is 3 * 12? Also, what is 11 + 49?",
          icon: "calc",
        },
        { title: "Where am I?", detail: "Your location, in your browser", prompt: "Where am I?", icon: "pin" },
        {
          title: "Keep a note",
          detail: "Save a note, in your browser",
          prompt: "Remember that the bakery opens at seven",
          icon: "file",
        },
        {
          title: "Write an email",
          detail: "Draft an email, growing as it is written",
          prompt: "Draft an email to Ines about the picnic",
          icon: "mail",
        },
        {
          title: "Fill a table",
          detail: "Table, row by row",
          prompt: "Make a table of the planets",
          icon: "table",
        },
        {
          title: "Ask for the weather",
          detail: "Weather, on the server, with demo data",
          prompt: "What is the weather in Lisbon?",
          icon: "cloud",
        },
      ],
    },
  },
});
