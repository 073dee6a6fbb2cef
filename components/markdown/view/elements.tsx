import type { ComponentProps, ReactNode } from "react";
import type { Components } from "react-markdown";
import { Icon } from "../../ui/icon";
import { useStrings } from "../../ui/strings-context";

/** What Markdown becomes. Headings of a message stand below those of the page: the first is `h3`. */
export const ELEMENTS: Components = {
  a: ({ node, ...properties }) => <Link {...properties} />,
  img: ({ alt }) => <InertImage alt={alt} />,
  pre: ({ children }) => <CodeFrame>{children}</CodeFrame>,
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children, id }) => <h3 id={id}>{children}</h3>,
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

/** The frame of a code block, which scrolls by itself. */
export function CodeFrame({ children }: { children?: ReactNode }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
  return <pre tabIndex={0}>{children}</pre>;
}

function Link({ href, children, id, "aria-label": label, "aria-describedby": description }: ComponentProps<"a">) {
  if (!href) return <span>{children}</span>;
  const isOwnPage = href.startsWith("#");
  return (
    <a
      href={href}
      id={id}
      aria-label={label}
      aria-describedby={description}
      {...(isOwnPage ? {} : { target: "_blank", rel: "noreferrer noopener nofollow" })}
    >
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
