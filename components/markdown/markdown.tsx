import { memo, type ReactNode } from "react";
import ReactMarkdown, { type Components, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings-context";
import { closeOpenEnds } from "./close-open-ends";
import { safeUrl } from "./safe-url";
import { settleLastLine } from "./settle-last-line";

const SETTLED_PLUGINS: Options["remarkPlugins"] = [remarkGfm];
const GROWING_PLUGINS: Options["remarkPlugins"] = [remarkGfm, closeOpenEnds];

/** A model's text. HTML in it stays text, addresses pass `safeUrl`, images are named and never loaded. */
export const Markdown = memo(function Markdown({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  return (
    <div className="tw-markdown" dir="auto">
      <ReactMarkdown
        remarkPlugins={isGrowing ? GROWING_PLUGINS : SETTLED_PLUGINS}
        components={COMPONENTS}
        urlTransform={(url) => safeUrl(url)}
      >
        {isGrowing ? settleLastLine(text) : text}
      </ReactMarkdown>
    </div>
  );
});

function Link({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  if (!href) return <span>{children}</span>;
  const isOwnPage = href.startsWith("#");
  return (
    <a href={href} {...(isOwnPage ? {} : { target: "_blank", rel: "noreferrer noopener nofollow" })}>
      {children}
    </a>
  );
}

/** No request leaves the page for an address that a model wrote. */
function InertImage({ alt }: { alt?: string | undefined }) {
  const strings = useStrings();
  return (
    <span className="tw-markdown-image" role="img" aria-label={alt || strings.image}>
      <Icon name="file" size="s" />
      {alt || strings.image}
    </span>
  );
}

function CodeBlock({ children }: { children?: ReactNode }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
  return <pre tabIndex={0}>{children}</pre>;
}

/** Headings of a message stand below those of the page: first is `h3`. */
const COMPONENTS: Components = {
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ alt }) => <InertImage alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  h6: ({ children }) => <h6>{children}</h6>,
  table: ({ children }) => (
    <div className="tw-markdown-table">
      <table>{children}</table>
    </div>
  ),
  th: ({ children, style }) => (
    <th scope="col" data-align={style?.textAlign}>
      {children}
    </th>
  ),
  td: ({ children, style }) => <td data-align={style?.textAlign}>{children}</td>,
};
