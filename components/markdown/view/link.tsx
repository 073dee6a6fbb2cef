import { type ComponentProps, createContext, useContext } from "react";

const LinkContext = createContext(false);

/** True inside a link, where nothing else can be pressed. */
export function useIsInLink(): boolean {
  return useContext(LinkContext);
}

/** A link opens beside this page and says nothing of it; without an address that passed it is its words. */
export function Link({
  href,
  children,
  id,
  "aria-label": label,
  "aria-describedby": description,
}: ComponentProps<"a">) {
  if (!href) return <span>{children}</span>;
  const isOwnPage = href.startsWith("#");
  return (
    <LinkContext value={true}>
      <a
        href={href}
        id={id}
        aria-label={label}
        aria-describedby={description}
        {...(isOwnPage ? {} : { target: "_blank", rel: "noreferrer noopener nofollow" })}
      >
        {children}
      </a>
    </LinkContext>
  );
}
