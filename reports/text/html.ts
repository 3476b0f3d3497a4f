import { visible } from './visible.ts';

const markup: unique symbol = Symbol('markup');

/** Markup that only the `html` template makes: nothing read from a file or a target can pass for it. */
export type Html = { readonly [markup]: string };

/** What may stand in a template; `undefined` is nothing at all. */
export type Content = Html | string | number | undefined | readonly Content[];

/**
 * The only way to markup. Literal parts are trusted, everything else is escaped unless it is `Html` itself. There is
 * no way around the escaping: constants such as the style sheet are templates without a hole.
 * @throws where a hole stands in a place that escaping does not make safe, which is a defect of the template.
 */
export function html(literals: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const parts = literals.map((literal, place) => {
    if (place === contents.length) return literal;
    refuseUnsafe(literal);
    return literal + written(contents[place]);
  });
  return { [markup]: parts.join('') };
}

/** The text of a page. */
export function textOf(page: Html): string {
  return page[markup];
}

function written(content: Content): string {
  if (content === undefined) return '';
  if (typeof content === 'string' || typeof content === 'number') return escaped(String(content));
  if (isHtml(content)) return content[markup];
  return content.map(written).join('');
}

function isHtml(content: Html | readonly Content[]): content is Html {
  return markup in content;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return visible(text, '\n\t').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const unquoted = /=\s*$/;
const wholeAddress = /\b(?:href|src|srcset|action|formaction|data|style|on\w+)\s*=\s*["']$/i;
const rawText = /<(?:script|style)\b[^>]*>[^<]*$/i;

function refuseUnsafe(before: string): void {
  if (unquoted.test(before) || wholeAddress.test(before) || rawText.test(before)) {
    throw new Error(`A value cannot safely stand here: ${before.slice(-40)}`);
  }
}
