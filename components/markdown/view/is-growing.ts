import { createContext } from "react";

/** Whether the piece of text that is drawn here is still being written. */
export const IsGrowingContext = createContext(false);
