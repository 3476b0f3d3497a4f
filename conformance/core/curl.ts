import { placeholders } from './probe.ts';
import { headerOf, type Exchange, type HeaderFields } from './exchange.ts';

/** Lengths past this would not paste well; the exchange keeps the whole. */
const longestInlineBody = 4_000;

const environmentNames = Object.values(placeholders);

/**
 * The request as a line for a POSIX shell that works when pasted, with secrets as environment variables: the caller's
 * token is `$ASSAY_TOKEN`. Bodies that a shell line cannot carry are named instead.
 */
export function curlOf({ request }: Exchange): string {
  const { method, url, headers } = request;
  // With -X HEAD curl would wait for a body that never comes.
  const how = method === 'HEAD' ? ['--head'] : ['-X', method];
  return [
    'curl',
    '-sS',
    '-i',
    '-g',
    ...how,
    ...headers.flatMap(fieldArgument),
    ...bodyArguments(request),
    quoted(url),
  ].join(' ');
}

/** curl takes `name:` as the wish to leave a field out, and `name;` for one that is empty. */
function fieldArgument([name, value]: HeaderFields[number]): readonly string[] {
  return ['-H', quoted(value.trim() === '' ? `${name};` : `${name}: ${value}`)];
}

function bodyArguments({ headers, body }: Exchange['request']): readonly string[] {
  if (body.length === 0) return [];
  // With a body curl would say that it is a form.
  const untyped = headerOf(headers, 'content-type') === undefined ? ['-H', "'content-type:'"] : [];
  const text = Buffer.from(body).toString('utf8');
  const faithful = Buffer.from(text, 'utf8').equals(body) && !text.includes('\0');
  // --data-raw: a body that begins with @ is no file name. Placeholders in a body were sent as they stand.
  return faithful && body.length <= longestInlineBody
    ? [...untyped, '--data-raw', inSingleQuotes(text)]
    : [...untyped, '--data-binary', '@body-of-the-exchange'];
}

/** Single quotes, which keep everything as it is; placeholders stand outside of them so that the shell fills them in. */
function quoted(text: string): string {
  const pattern = new RegExp(
    `(${environmentNames.map((name) => name.replaceAll(/[${}]/g, String.raw`\$&`)).join('|')})`,
  );
  return text
    .split(pattern)
    .filter((part) => part !== '')
    .map((part) => (pattern.test(part) ? `"${part}"` : inSingleQuotes(part)))
    .join('');
}

function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
