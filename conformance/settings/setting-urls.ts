import { isHttpUrl, splitUserinfo } from '../reading/http-url.ts';
import { parseText as textValue, type Parsed } from './setting-values.ts';

/** The base URL: http or https, without `/v1`, credentials, query or fragment; a slash at its end is dropped. */
export function parseTargetUrl(value: unknown): Parsed<string> {
  const text = String(value).trim();
  const says = (what: string): Parsed<string> => ({ is: 'error', error: `--target ${what}` });
  if (text === '') return says('is empty, expected the base URL of the service, such as https://staging.example.com');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The message hides the parts that may hold a secret: an unescaped password may contain any sign, so that it ends at
  // the last @.
  const shown = text.replace(/^([a-z][a-z\d+.-]*:\/+)?.*(?:@|%40)/is, '$1***@').replace(/([?#]).*$/s, '$1…');
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return says(`is ${JSON.stringify(shown)}, expected a URL that begins with http:// or https://`);
  }
  if (url.username !== '' || url.password !== '')
    return says("carries credentials; give them with --header 'Authorization: …'");
  if (url.search !== '' || url.hash !== '') return says(`is ${shown}, expected a base URL without ? and #`);
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith('/v1')) return says(`is ${shown}, expected the base URL without /v1`);
  return { is: 'value', value: url.origin + path };
}

/**
 * What makes workspaces: an HTTP URL, or else a shell command. A text that looks like a URL of another kind, or like a
 * mistyped HTTP URL, is not run as a command: the shell would repeat it with its password. Nothing behind the scheme is
 * shown.
 */
export function parseProvisioner(name: string, value: unknown): Parsed<string> {
  const written = textValue(name, value);
  if (written.is === 'error') return written;
  const trimmed = written.value.trim();
  const says = (what: string): Parsed<string> => ({ is: 'error', error: `--${name} is ${what}` });
  const [, scheme] = /^([a-z][a-z\d+.-]*)(?::\/\/|(?<=^https?):|(?<=^https?)\/\/)/i.exec(trimmed) ?? [];
  if (scheme === undefined) return written;
  if (!isHttpUrl(trimmed)) return says(`${scheme}…, expected ${expected}`);
  if (/\s/.test(trimmed) || splitUserinfo(trimmed) === undefined)
    return says(`${scheme}://…, which is no valid URL; signs such as / @ % in a password are written %2F %40 %25`);
  return { is: 'value', value: trimmed };
}

const expected = 'a URL that begins with http:// or https://, or a shell command';
