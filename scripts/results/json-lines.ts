/** The text of a file of JSON lines. */
export function jsonLines(all: readonly unknown[]): string {
  return all.map((each) => `${JSON.stringify(each)}\n`).join('');
}
