import { CodeBlock } from "../code/code-block";
import { DiagramBlock } from "../diagram/diagram-block";
import { useCanDraw } from "../diagram/use-drawing";

type Props = {
  language: string | undefined;
  pieces: readonly string[];
  isClosed: boolean;
  /** Whether the block that it is, or stands in, is still being written. */
  isGrowing: boolean;
};

/** A code block, or the diagram that its code is. */
export function Fence({ language, pieces, isClosed, isGrowing }: Props) {
  const canDraw = useCanDraw();
  if (!canDraw || language?.toLowerCase() !== "mermaid") return <CodeBlock language={language} pieces={pieces} />;
  return <DiagramBlock language={language} pieces={pieces} isClosed={isClosed} isGrowing={isGrowing} />;
}
