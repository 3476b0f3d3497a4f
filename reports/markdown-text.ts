import { shortened, visible } from './visible.ts';

/** Prose that Markdown shows as it is: no markup, no HTML, no link and no mention comes of it. */
export function prose(text: string): string {
  return (
    visible(text)
      .replace(/[\\`*_{}[\]<>&#~|!$:]|^[-+=]|(?<=^\d+)[.)]|(?<=www)\./g, '\\$&')
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

/** A fenced block that nothing in it can close. */
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

/** Content to be opened; the blank lines make a renderer read it as Markdown. */
export function folded(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
