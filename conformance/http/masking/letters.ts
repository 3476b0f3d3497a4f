/** How a text stands for bytes: in UTF-8, or one byte for each letter. */
export type Letters = 'utf8' | 'latin1';

/**
 * Whether the text contains UTF-8 bytes as letters of their own: header fields have one letter for each byte (RFC 9110
 * 5.5).
 */
export function hasBytes(text: string): boolean {
  return /[\xc2-\xf4][\x80-\xbf]/.test(text);
}
