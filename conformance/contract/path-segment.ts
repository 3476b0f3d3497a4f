/** What may stand in a segment as it is, though `encodeURIComponent` encodes it (RFC 3986 3.3: pchar). */
const plainAnyway: Readonly<Record<string, string>> = {
  '%3A': ':',
  '%40': '@',
  '%24': '$',
  '%2C': ',',
  '%3D': '=',
  '%26': '&',
};

/**
 * A well-formed text as one segment of a path: encoded is only what needs it, since a server may validly compare `:` and
 * `%3A` as different (RFC 3986 6.2.2.2 makes only unreserved characters alike). `+` and `;` are encoded all the same:
 * some servers read a blank or a parameter there.
 */
export function pathSegment(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:3A|40|24|2C|3D|26)/g, (code) => plainAnyway[code] ?? code);
}

/**
 * True for a text that no URL can have as one segment of its path: `.` and `..` are folded away by whoever reads it, also
 * as `%2E` (RFC 3986 5.2.4, WHATWG URL 4.4), and half a surrogate pair is nothing that UTF-8 can spell.
 */
export function isNoSegment(text: string): boolean {
  return text === '.' || text === '..' || !text.isWellFormed();
}
