import { createContext, useContext } from "react";
import { CodeBlock } from "../code/code-block";
import { DiagramBlock } from "../diagram/diagram-block";
import { useCanDraw } from "../diagram/use-drawing";

/** Whether the piece of text that is drawn here is still being written. */
export const IsGrowingContext = createContext(false);

type Props = {
  language: string | undefined;
  pieces: readonly string[];
  /** Undefined where nobody has looked: within other blocks it is closed once those are written. */
  isClosed?: boolean;
};

/** A code block, or the diagram that its code is. */
export function Fence({ language, pieces, isClosed }: Props) {
  const canDraw = useCanDraw();
  const isGrowing = useContext(IsGrowingContext);
  if (!canDraw || language?.toLowerCase() !== "mermaid") return <CodeBlock language={language} pieces={pieces} />;
  return <DiagramBlock language={language} pieces={pieces} isClosed={isClosed ?? !isGrowing} isGrowing={isGrowing} />;
}
