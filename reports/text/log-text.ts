import { escapeControls } from './visible.ts';

/**
 * Protects a log that a CI runner parses: GitHub's runner takes a line that begins with `::`, and `##[` anywhere, for a
 * command, Azure's takes `##vso[`. Text of a target that happens to start a line must not act as one.
 */
export function withoutCiCommands(text: string): string {
  return text
    .replaceAll(/(?<=^[^\S\n]*):(?=:)/gm, String.raw`\u{3a}`)
    .replaceAll(/#(?=#(?:vso)?\[)/g, String.raw`\u{23}`);
}

/** Escapes words that may quote a target or a file, for the same reason. */
export function escapeForLog(text: string): string {
  return withoutCiCommands(escapeControls(text, '\n\t'));
}
