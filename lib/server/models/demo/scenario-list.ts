import type { Scenario } from "./scenario";
import { arithmetic } from "./scenarios/arithmetic";
import { chart } from "./scenarios/chart";
import { clipboard } from "./scenarios/clipboard";
import { device } from "./scenarios/device";
import { email } from "./scenarios/email";
import { failingTool } from "./scenarios/failing-tool";
import { failures } from "./scenarios/failures";
import { keepFact } from "./scenarios/keep-fact";
import { location } from "./scenarios/location";
import { locationAndSum } from "./scenarios/location-and-sum";
import { longText } from "./scenarios/long-text";
import { listNotes } from "./scenarios/notes-list";
import { remember } from "./scenarios/notes-remember";
import { refusal } from "./scenarios/refusal";
import { saveFile } from "./scenarios/save-file";
import { slowTool } from "./scenarios/slow-tool";
import { speakAndNotify } from "./scenarios/speak-and-notify";
import { table } from "./scenarios/table";
import { thinking } from "./scenarios/thinking";
import { weather } from "./scenarios/weather";

/** Every scenario of the demo model. The first that takes a message plays, so the narrower ones come first. */
export const SCENARIOS: readonly Scenario[] = [
  locationAndSum,
  arithmetic,
  location,
  listNotes,
  keepFact,
  clipboard,
  speakAndNotify,
  remember,
  weather,
  chart,
  saveFile,
  device,
  email,
  table,
  thinking,
  longText,
  slowTool,
  failingTool,
  refusal,
  failures,
];
