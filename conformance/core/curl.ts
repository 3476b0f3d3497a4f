import { nearMisses } from './near-misses.ts';
import { placeholders } from './probe.ts';
import { headerOf, type Exchange, type HeaderFields } from './exchange.ts';
import { inSingleQuotes } from './shell.ts';

/** Lengths past this would not paste well; the exchange keeps the whole. */
const longestInlineBody = 4_000;

/** See `workspacePlaceholder`. */
const ofWorkspaces = String.raw`\$\{WORKSPACE_TOKEN_\w+\}`;

const environmentNames = [...Object.values(placeholders), nearMisses.cut];

/**
 * The request as a line for a POSIX shell that works when pasted, with secrets as environment variables: the caller's
 * token is `$ASSAY_TOKEN`. Bodies that a shell line cannot carry are named instead.
 */
export function curlOf({ request }: Exchange): string {
  const { method, url, headers, raw } = request;
  if (raw !== undefined) return rawLine(raw, new URL(url));
  // With -X HEAD curl would wait for a body that never comes.
  const how = method === 'HEAD' ? ['--head'] : ['-X', method];
  return [
    'curl',
    '-sS',
    '-i',
    '-g',
    ...how,
    // Left to itself, curl would take any type.
    ...(headerOf(headers, 'accept') === undefined ? ['-H', "'accept:'"] : []),
    ...headers.flatMap(fieldArgument),
    ...bodyArguments(request),
    quoted(url),
  ].join(' ');
}

/** curl takes `name:` as the wish to leave a field out, and `name;` for one that is empty. */
function fieldArgument([name, value]: HeaderFields[number]): readonly string[] {
  return ['-H', quoted(value.trim() === '' ? `${name};` : `${name}: ${value}`)];
}

/** curl writes requests its own way: what was sent byte by byte goes through a plain connection. */
function rawLine(raw: string, { protocol, hostname, port }: URL): string {
  const isTls = protocol === 'https:';
  const to = `${hostname}${isTls ? ':' : ' '}${port || (isTls ? '443' : '80')}`;
  const connection = isTls ? `openssl s_client -quiet -connect ${to}` : `nc ${to}`;
  if (raw.length > longestInlineBody) return `${connection} < raw-request-of-the-exchange`;
  const escaped = raw.replaceAll('\\', '\\\\').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
  return `printf '%b' ${quoted(escaped)} | ${connection}`;
}

function bodyArguments({ headers, body, revealsBody }: Exchange['request']): readonly string[] {
  if (body.length === 0) return [];
  // With a body curl would say that it is a form.
  const untyped = headerOf(headers, 'content-type') === undefined ? ['-H', "'content-type:'"] : [];
  const text = Buffer.from(body).toString('utf8');
  const faithful = Buffer.from(text, 'utf8').equals(body) && !text.includes('\0');
  // --data-raw: a body that begins with @ is no file name. Placeholders in a body were mostly sent as they stand.
  return faithful && body.length <= longestInlineBody
    ? [...untyped, '--data-raw', revealsBody === true ? quoted(text) : inSingleQuotes(text)]
    : [...untyped, '--data-binary', '@body-of-the-exchange'];
}

/** Single quotes, which keep everything as it is; placeholders stand outside of them so that the shell fills them in. */
function quoted(text: string): string {
  const pattern = new RegExp(
    `(${environmentNames.map((name) => name.replaceAll(/[${}?]/g, String.raw`\$&`)).join('|')}|${ofWorkspaces})`,
  );
  return text
    .split(pattern)
    .filter((part) => part !== '')
    .map((part) => (pattern.test(part) ? `"${part}"` : inSingleQuotes(part)))
    .join('');
}
