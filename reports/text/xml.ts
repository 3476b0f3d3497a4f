/** An element, or a text that is escaped when it is written. */
type XmlNode = string | XmlElement;
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly XmlNode[];
};

/** An element with its attributes and content. */
export function element(
  name: string,
  attributes: XmlElement['attributes'],
  children: readonly XmlNode[] = [],
): XmlElement {
  return { name, attributes, children };
}

/** A whole XML 1.0 document. */
export function documentOf(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}\n`;
}

function written({ name, attributes, children }: XmlElement, indent: string): string {
  const open = `${indent}<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('')}`;
  if (children.length === 0) return `${open}/>`;
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : written(child, `${indent}  `)));
  // Whitespace around a text would become part of it.
  if (children.some((child) => typeof child === 'string')) return `${open}>${inner.join('')}</${name}>`;
  return `${open}>\n${inner.join('\n')}\n${indent}</${name}>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // A parser would turn these characters into spaces or line feeds.
  '\t': '&#9;',
  '\r': '&#13;',
};

/** Characters that XML 1.0 section 2.2 forbids in a document, even as references. */
const illegal = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text.replace(illegal, '\ufffd').replace(/[&<>"'\t\r]/g, (character) => entities[character] ?? character);
}
