import { createContext, useContext } from "react";
import { english, type Strings } from "./english";

const StringsContext = createContext<Strings>(english);

/** The words of the surroundings; English without a provider. */
export function useStrings(): Strings {
  return useContext(StringsContext);
}
