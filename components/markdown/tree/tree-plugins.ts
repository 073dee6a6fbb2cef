import type { Footnotes } from "../blocks/number-footnotes";

/** Loose enough for every tree that a plugin is given. */
type TreeNode = {
  type: string;
  identifier?: string;
  spread?: boolean | null | undefined;
  children?: TreeNode[];
  data?: object | undefined;
  tagName?: string;
  properties?: object;
  position?: { end: { offset?: number | undefined } } | undefined;
};

/** A remark plugin: of what stands before `length` only the definitions stay, which are not drawn. */
export function withoutPrefix(length: number) {
  return (tree: TreeNode): void => {
    tree.children = (tree.children ?? []).filter(
      (node) => node.type === "definition" || (node.position?.end.offset ?? 0) > length,
    );
  };
}

/** A remark plugin: each footnote reference becomes the mark of its number (`number.occurrence`, one each in order), which leads nowhere without an occurrence. */
export function numberFootnotes({ marks, idPrefix }: { marks: string; idPrefix: string }) {
  const numbers = marks.split(" ");
  let next = 0;
  const visit = (node: TreeNode): void => {
    if (node.type === "footnoteDefinition") return;
    if (node.type === "footnoteReference") {
      asMark(node, numbers[next] ?? "", idPrefix);
      next += 1;
      return;
    }
    for (const child of node.children ?? []) visit(child);
  };
  return (tree: TreeNode): void => {
    next = 0;
    visit(tree);
  };
}

/** A remark plugin: the list, whatever its items say, has room between them. */
export function loosenList() {
  return (tree: TreeNode): void => {
    for (const node of tree.children ?? []) if (node.type === "list") node.spread = true;
  };
}

/** A rehype plugin: of the one list that there is only the items stay. */
export function onlyItems() {
  return (tree: TreeNode): void => {
    const list = tree.children?.find((node) => node.type === "element");
    tree.children = list?.children?.filter((node) => node.type === "element") ?? [];
  };
}

/** A rehype plugin, after `onlyItems`: each item says that it is one. */
export function nameItems() {
  return (tree: TreeNode): void => {
    for (const item of tree.children ?? []) item.properties = { ...item.properties, role: "listitem" };
  };
}

/** A remark plugin: the tree is that of the footnotes, whatever the text is. */
export function footnoteTree({ references, notes, definitions }: Footnotes) {
  const marks = references.map((identifier) => ({ type: "footnoteReference", identifier }));
  return (): TreeNode => ({
    type: "root",
    children: [{ type: "paragraph", children: marks }, ...notes, ...definitions],
  });
}

/** A rehype plugin: only the section with the footnotes stays. */
export function onlyFootnotes() {
  return (tree: TreeNode): void => {
    tree.children = (tree.children ?? []).filter((node) => node.tagName === "section");
  };
}

function asMark(node: TreeNode, mark: string, idPrefix: string): void {
  const [number = "", occurrence] = mark.split(".");
  const name = encodeURI((node.identifier ?? "").toLowerCase());
  const properties = {
    href: `#${idPrefix}fn-${name}`,
    id: `${idPrefix}fnref-${name}${occurrence === "1" ? "" : `-${occurrence}`}`,
    ariaDescribedBy: ["footnote-label"],
  };
  const text = { type: "text", value: number };
  const link = { type: "element", tagName: "a", properties, children: [text] };
  node.type = "footnoteMark";
  node.data = { hName: "sup", hChildren: [occurrence === undefined ? text : link] };
}
