import { createContext } from "react";

/** The address of the page in which diagrams are drawn; undefined where there is none, and diagrams stay code. */
export const DiagramFrameContext = createContext<string | undefined>(undefined);
