import { shortened, visible } from './visible.ts';

/**
 * What Markdown would read as markup where it stands, and no other such sign, as the source is read too: a low line between
 * letters, a colon before a blank or in a time of day, or a point within a number is nothing but itself.
 */
const special =
  /[\\`*[\]<#~|$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=[#\p{L}])|!(?=\[|$)|:(?=\S)(?!(?<=\d:)\d\d(?!\d))|^>|^[-+=](?![\d\p{L}])|(?<=^\d+)[.)](?=\s|$)|(?<=www)\./gu;

/** Prose that Markdown shows as it is: no markup, no HTML, no link and no mention comes of it. */
export function prose(text: string): string {
  return (
    // At the beginning of a line spaces say something too: four of them are code.
    visible(text)
      .trimStart()
      .replace(special, '\\$&')
      // A backslash does not stop a mention, which a host finds only after rendering.
      .replace(/@/g, '@\u200b')
  );
}

/** Text in a code span that nothing in it can close, safe in a table cell too. */
export function code(text: string, limit = 300): string {
  const shown = shortened(visible(text), limit);
  if (shown === '') return '(empty)';
  // Inside backticks a pipe cannot be told from a cell's end in every case; a character reference always can.
  if (/[`|]/.test(shown)) return `<code>${shown.replace(/[!-/:-@[-`{-~]/g, reference)}</code>`;
  return /^ | $/.test(shown) ? `\` ${shown} \`` : `\`${shown}\``;
}

/** A checked block that nothing in it can close. */
export function block(language: string, text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(Math.max(3, longest + 1));
  return `${ticks}${language}\n${visible(text, '\n\t')}\n${ticks}`;
}

/** A table; cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Cells, which are Markdown already. */
export type Row = readonly string[];

/** The most of one table, so that others find room. */
const mostRows = 60;
const mostOfTable = 16_000;

/** The first rows of a table, as many as leave room for what else is to be said. */
export function withinTable(rows: readonly Row[]): readonly Row[] {
  let left = mostOfTable;
  const end = rows.findIndex((row, place) => {
    left -= row.join(' | ').length + 5;
    return left < 0 || place === mostRows;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Text within an HTML element of Markdown, such as a summary. */
export function inHtml(text: string): string {
  return visible(text).replace(/[!-/:-@[-`{-~]/g, reference);
}

/** Content to be opened, its summary HTML; the blank lines make a renderer read the rest as Markdown. */
export function folded(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
