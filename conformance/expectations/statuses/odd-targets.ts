/** Characters that no URL may have unescaped (RFC 3986 3.3, 3.4), though many libraries send some of them. */
const neverPlain = /[[\]{}|\\^`"<>]|[^!-~]/;

/** An empty segment, a segment of dots, or a slash at the end. */
const oddSegment = /\/\.{0,2}(?:\/|$)|%2e/i;

/** Characters of a segment, escaped or not, that may lead to another path or have a meaning in file names. */
const meant = /[/\\;*%?#[\]{}|^`"<>]/;

const controls = /[\0-\x1f\x7f\u2028\u2029]/;

/**
 * True for a target that many servers or firewalls in front refuse in their own words, whatever is behind them: Tomcat
 * a `[` in a query and `%2F` or `%00` in a path, Jetty and the firewall of Spring Security `;` too. Only the part after
 * the base URL counts, since the base URL is given.
 */
export function isOddTarget(url: string): boolean {
  const [target = ''] = /\/v1\/.*$/s.exec(url) ?? [];
  const [path = ''] = target.split(/[?#]/, 1);
  if (neverPlain.test(target) || oddSegment.test(path) || !isDecodable(target)) return true;
  return (
    controls.test(decodeURIComponent(target)) || path.split('/').some((each) => meant.test(decodeURIComponent(each)))
  );
}

/** True where every escape in the URL is valid UTF-8. */
export function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
