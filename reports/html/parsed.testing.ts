import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** An element as a parser that is not ours found it. */
export type Found = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** All text within, as it stands. */
  readonly text: () => string;
};

/** The elements of a page, in its order. */
export function elementsOf(html: string): readonly Found[] {
  const found: Found[] = [];
  visit(parse(html), (element) => {
    const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
    found.push({ name: element.tagName, attributes, text: () => textIn(element) });
  });
  return found;
}

/** What a page is made of: elements and the names of their attributes, without anything that is said in them. */
export function skeletonOf(html: string): readonly string[] {
  const parts: string[] = [];
  const note = (node: Tree.ParentNode, depth: number): void => {
    for (const child of node.childNodes) {
      if (child.nodeName === '#comment') parts.push(`${depth} comment`);
      if (!('tagName' in child)) continue;
      parts.push(`${depth} ${[child.tagName, ...child.attrs.map(({ name }) => name).toSorted()].join(' ')}`);
      note(child, depth + 1);
    }
  };
  note(parse(html), 0);
  return parts;
}

function visit(node: Tree.ParentNode, see: (element: Tree.Element) => void): void {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue;
    see(child);
    visit(child, see);
  }
}

function textIn(node: Tree.ParentNode): string {
  return node.childNodes
    .map((child) => ('value' in child ? child.value : 'childNodes' in child ? textIn(child) : ''))
    .join('');
}
