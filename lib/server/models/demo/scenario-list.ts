import type { Scenario } from "./scenario";
import { clipboard } from "./scenarios/browser/clipboard";
import { device } from "./scenarios/browser/device";
import { localChart } from "./scenarios/browser/local-chart";
import { location } from "./scenarios/browser/location";
import { locationAndSum } from "./scenarios/browser/location-and-sum";
import { listNotes } from "./scenarios/browser/notes-list";
import { remember } from "./scenarios/browser/notes-remember";
import { saveFile } from "./scenarios/browser/save-file";
import { sendEmail } from "./scenarios/browser/send-email";
import { speakAndNotify } from "./scenarios/browser/speak-and-notify";
import { arithmetic } from "./scenarios/server/arithmetic";
import { failingTool } from "./scenarios/server/failing-tool";
import { keepFact } from "./scenarios/server/keep-fact";
import { slowTool } from "./scenarios/server/slow-tool";
import { weather } from "./scenarios/server/weather";
import { chart } from "./scenarios/shown/chart";
import { document } from "./scenarios/shown/document";
import { email } from "./scenarios/shown/email";
import { form } from "./scenarios/shown/form";
import { place } from "./scenarios/shown/place";
import { plan } from "./scenarios/shown/plan";
import { table } from "./scenarios/shown/table";
import { citedText } from "./scenarios/words/cited-text";
import { diagrams } from "./scenarios/words/diagrams";
import { failures } from "./scenarios/words/failures";
import { longText } from "./scenarios/words/long-text";
import { refusal } from "./scenarios/words/refusal";
import { richText } from "./scenarios/words/rich-text";
import { thinking } from "./scenarios/words/thinking";

/** Every scenario of the demo model. The first that takes a message plays, so the narrower ones come first. */
export const SCENARIOS: readonly Scenario[] = [
  diagrams,
  document,
  locationAndSum,
  arithmetic,
  location,
  listNotes,
  keepFact,
  clipboard,
  speakAndNotify,
  remember,
  weather,
  localChart,
  saveFile,
  device,
  sendEmail,
  email,
  chart,
  table,
  form,
  place,
  plan,
  thinking,
  longText,
  richText,
  citedText,
  slowTool,
  failingTool,
  refusal,
  failures,
];
