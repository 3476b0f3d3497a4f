/** Whether a text is as it reads, or a letter of it is a byte. */
export type Letters = 'utf8' | 'latin1';

/** Bytes of a header field are one letter each (RFC 9110 5.5): these would be a letter of UTF-8. */
export function hasBytes(text: string): boolean {
  return /[\xc2-\xf4][\x80-\xbf]/.test(text);
}
