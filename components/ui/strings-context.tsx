import { createContext, useContext } from "react";
import { english, type Strings } from "./strings";

const StringsContext = createContext<Strings>(english);

/** The words of the surroundings; English without a provider. */
export function useStrings(): Strings {
  return useContext(StringsContext);
}
