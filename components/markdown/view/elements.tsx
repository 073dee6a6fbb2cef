import { type ComponentProps, useContext } from "react";
import type { Components, ExtraProps } from "react-markdown";
import { useStrings } from "../../ui/strings";
import { CitationMark } from "../citations/citation-mark";
import { Formula } from "../math/formula";
import { Fence } from "./fence";
import { IsGrowingContext } from "./is-growing";
import { Link } from "./link";
import { Picture } from "./picture";
import { TableFrame } from "./table-frame";

/** What Markdown becomes. Headings of a message stand below those of the page: the first is `h3`. */
export const ELEMENTS: Components = {
  a: ({ node, ...properties }) => <Link {...properties} />,
  cite: (properties) => <CitationMark sources={sourcesIn(properties)} />, // nothing in Markdown becomes one
  img: ({ src, alt }) => <Picture src={typeof src === "string" ? src : undefined} alt={alt} />,
  pre: (properties) => <Preformatted {...properties} />,
  code: ({ className, children }) =>
    className?.includes("language-math math-") ? (
      <Formula tex={String(children)} isDisplay={className.includes("math-display")} />
    ) : (
      <code className={className}>{children}</code>
    ),
  input: ({ checked }) => <TaskMark isDone={checked === true} />,
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children, id }) => <h3 id={id}>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  h6: ({ children }) => <h6>{children}</h6>,
  table: ({ children }) => <TableFrame>{children}</TableFrame>,
  th: ({ children, style }) => (
    <th scope="col" data-align={style?.textAlign}>
      {children}
    </th>
  ),
  td: ({ children, style }) => <td data-align={style?.textAlign}>{children}</td>,
};

function sourcesIn(properties: object): readonly number[] {
  return String(Reflect.get(properties, "data-sources") ?? "")
    .split(" ")
    .map(Number);
}

/** The box of a task, which says how it stands and cannot be pressed. */
function TaskMark({ isDone }: { isDone: boolean }) {
  const strings = useStrings();
  return (
    <input
      type="checkbox"
      disabled
      checked={isDone}
      readOnly
      aria-label={isDone ? strings.task.done : strings.task.open}
    />
  );
}

const LANGUAGE = "language-";

/** A code block inside something else, closed for sure once that is written, or a formula on lines of its own. */
function Preformatted({ node }: ComponentProps<"pre"> & ExtraProps) {
  const isGrowing = useContext(IsGrowingContext);
  const code = node?.children[0];
  if (code?.type !== "element") return null;
  const text = code.children.map((child) => (child.type === "text" ? child.value : "")).join("");
  const classes = Array.isArray(code.properties.className) ? code.properties.className.map(String) : [];
  if (classes.includes("math-display")) return <Formula tex={text} isDisplay={true} />;
  const language = classes.find((name) => name.startsWith(LANGUAGE))?.slice(LANGUAGE.length);
  return <Fence language={language} pieces={text === "" ? [] : [text]} isClosed={!isGrowing} isGrowing={isGrowing} />;
}
