import { namesIn } from './format.ts';
import { leadingGraphemes } from './graphemes.ts';
import { escapeControls } from './visible.ts';

/** Lines of at most `width` columns that start with `indent` spaces; a word longer than a line is cut. */
export function wrapLines(text: string, indent: number, width: number): readonly string[] {
  const room = Math.max(width - indent, 16);
  const fitting = new RegExp(`(\\S{${room}}|.{1,${room}}(?=\\s|$))\\s*`, 'gu');
  const lines = [...escapeControls(text).matchAll(fitting)].map(([, line]) => line ?? '');
  return (lines.length === 0 ? [''] : lines).map((line) => `${' '.repeat(indent)}${line}`);
}

/** The same with at most `most` lines; the last one shows that text is left out. */
export function wrapToLines(most: number, text: string, indent: number, width: number): readonly string[] {
  const lines = wrapLines(text, indent, width);
  const last = lines[most - 1];
  if (lines.length <= most || last === undefined) return lines;
  return [...lines.slice(0, most - 1), last.length < width ? `${last}…` : `${leadingGraphemes(last, width - 1)}…`];
}

/** `a, b and 3 more` in at most `room` columns; the first name is given whatever its length. */
export function namesWithin(room: number, names: readonly string[]): string {
  for (let shown = names.length; shown > 1; shown -= 1) {
    const text = namesIn(names, shown);
    if (text.length <= room) return text;
  }
  return namesIn(names, 1);
}

/** The first names that take at most `room` columns with commas between them; at least one. */
export function firstNames(room: number, names: readonly string[]): readonly string[] {
  const most = names.findIndex((_, at) => names.slice(0, at + 1).join(', ').length > room);
  return most < 0 ? names : names.slice(0, Math.max(most, 1));
}
