import { truncate, escapeControls } from './visible.ts';

/**
 * Signs that Markdown would read as markup at their position. Others are not escaped, as people read the source too: an
 * underscore between letters, a colon before a blank or in a time of day, and a point within a number are harmless.
 */
const special =
  /[\\`*[\]<#~|$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=[#\p{L}])|!(?=\[|$)|:(?=\S)(?!(?<=\d:)\d\d(?!\d))|^>|^[-+=](?![\d\p{L}])|(?<=^\d+)[.)](?=\s|$)|(?<=www)\./gu;

/** Text that Markdown shows unchanged: it cannot become markup, HTML, a link or a mention. */
export function markdownText(text: string): string {
  return (
    // Spaces at the start of a line have a meaning: four of them make code.
    escapeControls(text)
      .trimStart()
      .replace(special, '\\$&')
      // A backslash does not prevent a mention, which a host detects only after rendering.
      .replace(/@/g, '@\u200b')
  );
}

/** Text in a code span that its content cannot close, also safe in a table cell. */
export function markdownCode(text: string, limit = 300): string {
  const shown = truncate(escapeControls(text), limit);
  if (shown === '') return '(empty)';
  // Inside backticks, a pipe may end a table cell; a character reference never does.
  if (/[`|]/.test(shown)) return `<code>${shown.replace(/[!-/:-@[-`{-~]/g, reference)}</code>`;
  return /^ | $/.test(shown) ? `\` ${shown} \`` : `\`${shown}\``;
}

/** A fenced code block that its content cannot close. */
export function markdownCodeBlock(language: string, text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(Math.max(3, longest + 1));
  return `${ticks}${language}\n${escapeControls(text, '\n\t')}\n${ticks}`;
}

/** A table; its cells are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Cells, which are Markdown already. */
export type Row = readonly string[];

/** Most characters of one table, so that others find room. */
const mostRows = 60;
const mostOfTable = 16_000;

/** The first rows of a table, as many as leave room for the rest of the page. */
export function rowsThatFit(rows: readonly Row[]): readonly Row[] {
  let left = mostOfTable;
  const end = rows.findIndex((row, place) => {
    left -= row.join(' | ').length + 5;
    return left < 0 || place === mostRows;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Text within an HTML element of Markdown, such as a summary. */
export function markdownHtmlText(text: string): string {
  return escapeControls(text).replace(/[!-/:-@[-`{-~]/g, reference);
}

/**
 * Content that opens on a click, with an HTML summary. The blank lines make a renderer read the content as Markdown.
 */
export function markdownDetails(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
