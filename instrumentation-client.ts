import { config } from "zod/v4/core";

// Otherwise zod's first parse tries `new Function`, which the page's policy forbids and reports.
config({ jitless: true });
