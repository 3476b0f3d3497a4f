/** A text in single quotes, which keep everything in it as it is. */
export function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A text as one word of a shell: unquoted where nothing in it has a meaning for the shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : inSingleQuotes(text);
}
