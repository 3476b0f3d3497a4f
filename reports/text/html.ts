import { escapeControls } from './visible.ts';

const markup: unique symbol = Symbol('markup');

/** Markup that only the `html` template makes: text from a file or a target cannot pass for it. */
export type Html = { readonly [markup]: string };

/** Values that a template accepts; `undefined` adds nothing. */
export type HtmlContent = Html | string | number | undefined | readonly HtmlContent[];

/**
 * The only way to make markup. Literal parts are trusted; everything else is escaped unless it is `Html`. There is no
 * way around the escaping: constants such as the style sheet are templates without values. @throws where a value stands
 * in a place that escaping does not make safe, which is a defect of the template.
 */
export function html(literals: TemplateStringsArray, ...contents: readonly HtmlContent[]): Html {
  const parts = literals.map((literal, place) => {
    if (place === contents.length) return literal;
    refuseUnsafe(literal);
    return literal + written(contents[place]);
  });
  return { [markup]: parts.join('') };
}

/**
 * A script made of functions of this project. The first is called with the document, the window and the other
 * functions. They are as trusted as template literals: no text is a function. @param nonce by which the policy of a
 * served page allows the script
 */
export function scriptOf(
  first: (...parts: readonly never[]) => unknown,
  others: readonly ((...parts: readonly never[]) => unknown)[],
  nonce = '',
): { readonly text: string; readonly element: Html } {
  const text = `(${sourceOf(first)})(document, window, [${others.map(sourceOf).join(',\n')}]);`;
  if (/<!--|<\/?script/i.test(text)) throw new Error('The script would end, or hide, where it stands');
  if (!/^[\w-]*$/.test(nonce)) throw new Error('The nonce of a script is letters and digits');
  const allowed = nonce === '' ? '' : ` nonce="${nonce}"`;
  return { text, element: { [markup]: `<script${allowed}>${text}</script>` } };
}

/** The source without indentation, whole-line comments, and the blanks where types stood. */
function sourceOf(program: (...parts: readonly never[]) => unknown): string {
  return program
    .toString()
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^\s*\/\*\*[^\n]*\*\/\n/gm, '')
    .replace(/^[^\S\n]+|[^\S\n]+$/gm, '')
    .replace(/ {2,}/g, ' ');
}

/** The text of a page. */
export function textOfPage(page: Html): string {
  return page[markup];
}

function written(content: HtmlContent): string {
  if (content === undefined) return '';
  if (typeof content === 'string' || typeof content === 'number') return escaped(String(content));
  if (isHtml(content)) return content[markup];
  return content.map(written).join('');
}

function isHtml(content: Html | readonly HtmlContent[]): content is Html {
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
  return escapeControls(text, '\n\t').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const unquoted = /=\s*$/;
const wholeAddress = /\b(?:href|src|srcset|action|formaction|data|style|on\w+)\s*=\s*["']$/i;
const rawText = /<(?:script|style)\b[^>]*>[^<]*$/i;

function refuseUnsafe(before: string): void {
  if (unquoted.test(before) || wholeAddress.test(before) || rawText.test(before)) {
    throw new Error(`A value cannot safely stand here: ${before.slice(-40)}`);
  }
}
