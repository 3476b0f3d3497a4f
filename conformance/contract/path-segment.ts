/** Characters that a segment may contain unencoded, though `encodeURIComponent` encodes them (RFC 3986 3.3: pchar). */
const plainAnyway: Readonly<Record<string, string>> = {
  '%3A': ':',
  '%40': '@',
  '%24': '$',
  '%2C': ',',
  '%3D': '=',
  '%26': '&',
};

/**
 * A well-formed text as a segment of a path. Only characters that need it are encoded, since a server may validly treat
 * `:` and `%3A` as different (RFC 3986 6.2.2.2 equates only unreserved characters). `+` and `;` are encoded anyway:
 * some servers read a blank or a parameter there.
 */
export function pathSegment(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:3A|40|24|2C|3D|26)/g, (code) => plainAnyway[code] ?? code);
}

/**
 * True for a text that cannot be a segment of a URL path: `.` and `..` are removed by every reader, also as `%2E` (RFC
 * 3986 5.2.4, WHATWG URL 4.4), and half a surrogate pair has no UTF-8.
 */
export function isInvalidPathSegment(text: string): boolean {
  return text === '.' || text === '..' || !text.isWellFormed();
}
