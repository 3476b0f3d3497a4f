/** True for a text that is meant as an HTTP URL: a scheme is case-insensitive (RFC 3986 3.1). */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/**
 * The text without the credentials of its URLs. They end at the last @, since an unescaped password may contain a slash
 * or an @.
 */
export function withoutUserinfo(text: string): string {
  return text.replaceAll(/([a-z][a-z\d+.-]*:\/+)\S*(?:@|%40)/gi, '$1***@');
}

/**
 * An HTTP URL without its credentials, and these as a header value (RFC 7617 2); undefined for a URL that cannot be
 * read.
 */
export function splitUserinfo(text: string): { readonly url: string; readonly authorization?: string } | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isHttpUrl(url.href)) return undefined;
  if (url.username === '' && url.password === '') return { url: url.href };
  const pair = percentDecoded(`${url.username}:${url.password}`);
  if (pair === undefined) return undefined;
  url.username = '';
  url.password = '';
  return { url: url.href, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** The decoded text; undefined where a % begins no byte, or the bytes are not UTF-8. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
