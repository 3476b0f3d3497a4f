import { visible } from './visible.ts';

/**
 * Lines for a log that a CI runner reads along: GitHub's takes a line that begins with `::`, and `##[` anywhere, for an
 * order to itself, Azure's `##vso[`. Text of a target may be there by chance of a line's length, and gives none.
 */
export function withoutCiCommands(text: string): string {
  return text
    .replaceAll(/(?<=^[^\S\n]*):(?=:)/gm, String.raw`\u{3a}`)
    .replaceAll(/#(?=#(?:vso)?\[)/g, String.raw`\u{23}`);
}

/** Words that may quote a target or a file, for the same. */
export function logged(text: string): string {
  return withoutCiCommands(visible(text, '\n\t'));
}
