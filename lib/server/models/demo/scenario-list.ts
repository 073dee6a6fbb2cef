import type { Scenario } from "./scenario";
import { arithmetic } from "./scenarios/arithmetic";
import { email } from "./scenarios/email";
import { failingTool } from "./scenarios/failing-tool";
import { failures } from "./scenarios/failures";
import { location } from "./scenarios/location";
import { locationAndSum } from "./scenarios/location-and-sum";
import { longText } from "./scenarios/long-text";
import { listNotes } from "./scenarios/notes-list";
import { remember } from "./scenarios/notes-remember";
import { refusal } from "./scenarios/refusal";
import { slowTool } from "./scenarios/slow-tool";
import { table } from "./scenarios/table";
import { thinking } from "./scenarios/thinking";
import { weather } from "./scenarios/weather";

/** Every scenario of the demo model. The first that takes a message plays, so the narrower ones come first. */
export const SCENARIOS: readonly Scenario[] = [
  locationAndSum,
  arithmetic,
  location,
  listNotes,
  remember,
  weather,
  email,
  table,
  thinking,
  longText,
  slowTool,
  failingTool,
  refusal,
  failures,
];
