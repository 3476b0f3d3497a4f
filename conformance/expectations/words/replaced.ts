/** What a decoder writes in the place of bytes that are no letter. */
const replacement = '\uFFFD';
const around = 20;

/** True where some decoder did not know what to make of the bytes. */
export function isReplaced(text: string): boolean {
  return text.includes(replacement);
}

/** The first such place, with a few letters around it. */
export function replacedExcerpt(text: string): string {
  const at = text.indexOf(replacement);
  return `U+FFFD in ${JSON.stringify(text.slice(Math.max(0, at - around), at + around))}`;
}
