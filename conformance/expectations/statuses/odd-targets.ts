/** What no URL has as it is (RFC 3986 3.3, 3.4), though many a library sends some of it. */
const neverPlain = /[[\]{}|\\^`"<>]|[^!-~]/;

/** An empty segment, or one of dots, and a slash behind all. */
const oddSegment = /\/\.{0,2}(?:\/|$)|%2e/i;

/** In a segment, escaped or not: what may lead to another path, or has a meaning in names of files. */
const meant = /[/\\;*%?#[\]{}|^`"<>]/;

const controls = /[\0-\x1f\x7f\u2028\u2029]/;

/**
 * True for a target that many a server or firewall in front refuses in words of its own, whatever is behind it: Tomcat a `[`
 * of a query and `%2F` or `%00` of a path, Jetty and the firewall of Spring Security `;` too. It is read behind the base URL,
 * which is as it is.
 */
export function isOddTarget(url: string): boolean {
  const [target = ''] = /\/v1\/.*$/s.exec(url) ?? [];
  const [path = ''] = target.split(/[?#]/, 1);
  if (neverPlain.test(target) || oddSegment.test(path) || !isDecodable(target)) return true;
  return (
    controls.test(decodeURIComponent(target)) || path.split('/').some((each) => meant.test(decodeURIComponent(each)))
  );
}

/** True where every escape of it is one of UTF-8. */
export function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
