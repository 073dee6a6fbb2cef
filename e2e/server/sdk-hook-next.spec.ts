import { test, testHook } from "../support/sdk-hook";
import { hasBuild } from "../support/sdk-page";

test.use({ host: "Next" });
test.skip(!hasBuild(), "There is no production build; npm run build makes it.");
testHook();
