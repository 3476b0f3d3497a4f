import { inWordsOfAShell } from '../token/mutated-tokens.ts';
import { placeholders, type Workspace } from '../../model/probe.ts';
import { headerOf, type Exchange, type HeaderFields } from '../../model/exchange.ts';
import { inSingleQuotes } from './shell.ts';
import { withoutOwnId, withoutOwnIdLines } from '../../http/own-fields.ts';

/** Lengths past this would not paste well; the exchange keeps the whole. */
const longestInlineBody = 4_000;

/** What stands for a secret: one of these, a token of a workspace (see `workspacePlaceholder`), or a field of `--header`. */
const inShell: ReadonlyMap<string, string> = new Map([
  ...Object.values(placeholders).map((name) => [name, `"${name}"`] as const),
  ...inWordsOfAShell,
]);
const ofWorkspaces = /\$\{WORKSPACE_TOKEN(?:_\w+)?\}/g;
const ofHeaders = /\$\{HEADER [\w!#$%&'*+.^`|~-]+\}/g;

/** The workspaces that were made for a probe, by what stands for their tokens. */
export type MadeWorkspaces = ReadonlyMap<string, Workspace>;

/**
 * The request as lines for a POSIX shell that work when pasted, with secrets as environment variables: the caller's
 * token is `$ASSAY_TOKEN`. Comments before it say what else it needs.
 */
export function curlOf(exchange: Exchange, made?: MadeWorkspaces): string {
  return [...neededBy(exchange.request, made), lineOf(exchange)].join('\n');
}

/** Comment lines for what the user has to provide before the command works. */
function neededBy({ url, headers, raw }: Exchange['request'], made: MadeWorkspaces | undefined): readonly string[] {
  const text = [raw ?? '', ...headers.map(([, value]) => value)].join('\n');
  const ofBot = /\/bots\/./.test(url) ? ', and put its bot into the address' : '';
  const workspaces = [...new Set(text.match(ofWorkspaces) ?? [])].map((name) => {
    const workspace = made?.get(name);
    const which = workspace === undefined ? 'one as this check has it' : JSON.stringify(workspace);
    return `# make a workspace, ${which}; set ${name.slice(2, -1)} to its token${ofBot}`;
  });
  const fields = [...new Set(text.match(ofHeaders) ?? [])].map(
    (name) => `# replace ${name} by the value given with --header`,
  );
  return [...workspaces, ...fields];
}

function lineOf({ id, request }: Exchange): string {
  const { method, url, headers, raw } = request;
  if (raw !== undefined) return rawLine(id, raw, new URL(url));
  // With -X HEAD curl would wait for a body that never comes.
  const how = method === 'HEAD' ? ['--head'] : ['-X', method];
  const { before, argument } = bodyOf(id, request);
  return [
    ...before,
    'curl',
    '-sS',
    '-i',
    '-g',
    ...how,
    // Left to itself, curl would take any type.
    ...(headerOf(headers, 'accept') === undefined ? ['-H', "'accept:'"] : []),
    ...withoutOwnId(headers).flatMap(fieldArgument),
    ...argument,
    quoted(url),
  ].join(' ');
}

/** curl takes `name:` as the wish to leave a field out, and `name;` for one that is empty. */
function fieldArgument([name, value]: HeaderFields[number]): readonly string[] {
  return ['-H', quoted(value.trim() === '' ? `${name};` : `${name}: ${value}`)];
}

/** curl writes requests its own way: what was sent byte by byte goes through a plain connection. */
function rawLine(id: string, raw: string, { protocol, hostname, port }: URL): string {
  const isTls = protocol === 'https:';
  const to = `${hostname}${isTls ? ':' : ' '}${port || (isTls ? '443' : '80')}`;
  const connection = isTls ? `openssl s_client -quiet -connect ${to}` : `nc ${to}`;
  if (raw.length > longestInlineBody) return `${kept(id, '.request.raw')} | ${connection}`;
  const escaped = withoutOwnIdLines(raw).replaceAll('\\', '\\\\').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
  return `printf '%b' ${quoted(escaped)} | ${connection}`;
}

type BodyWords = { readonly before: readonly string[]; readonly argument: readonly string[] };

function bodyOf(id: string, { headers, body, revealsBody }: Exchange['request']): BodyWords {
  if (body.length === 0) return { before: [], argument: [] };
  // With a body curl would say that it is a form.
  const untyped = headerOf(headers, 'content-type') === undefined ? ['-H', "'content-type:'"] : [];
  const text = Buffer.from(body).toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(body);
  const piped = (by: string): BodyWords => ({ before: [by, '|'], argument: [...untyped, '--data-binary', '@-'] });
  if (body.length > longestInlineBody)
    return piped(isText ? kept(id, '.request.body.text') : `${kept(id, '.request.body.base64')} | base64 -d`);
  if (!isText || text.includes('\0')) return piped(`printf '%b' ${inSingleQuotes(inEscapes(body))}`);
  // --data-raw: a body that begins with @ is no file name. Placeholders in a body were mostly sent as they stand.
  const word = revealsBody === true ? quoted(text) : inSingleQuotes(text);
  return { before: [], argument: [...untyped, '--data-raw', word] };
}

/** What would not paste well, from where the run keeps it. */
function kept(id: string, path: string): string {
  return `jq -rj --arg id ${inSingleQuotes(id)} 'select(.id == $id) | ${path}' exchanges.ndjson`;
}

/** As `printf %b` reads it: what is no plain letter of ASCII by its number. */
function inEscapes(body: Uint8Array): string {
  return [...body]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[\x20-\x5b\x5d-\x7e]/.test(letter) ? letter : `\\0${byte.toString(8).padStart(3, '0')}`;
    })
    .join('');
}

const secret = new RegExp(
  `(${[...inShell.keys()]
    .map((name) => name.replaceAll(/[${}?]/g, String.raw`\$&`))
    .join('|')}|${ofWorkspaces.source})`,
);

/** Single quotes, which keep everything as it is; placeholders stand outside of them so that the shell fills them in. */
function quoted(text: string): string {
  return text
    .split(secret)
    .filter((part) => part !== '')
    .map((part) => inShell.get(part) ?? (secret.test(part) ? `"${part}"` : inSingleQuotes(part)))
    .join('');
}
