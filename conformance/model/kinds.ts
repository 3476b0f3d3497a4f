import { endpoints } from '../contract/limits.ts';
import { headerOf } from './exchange.ts';
import { parsedJson } from '../reading/parsed-json.ts';
import { isWorkspaceBearer, placeholders, type Call } from './probe.ts';

/** Length from which on a text counts as long: it may take a service longer than everything else. */
const longCharacters = 200;
/** Length from which on a body counts as long without being parsed. */
const longBytes = 100_000;

const flags = ['includeCitations', 'webSearch', 'useMcp'];

/**
 * The kind of a call, in words: its operation, and the traits for which a service may have separate code. The hang
 * breaker counts by kind: one format that hangs says nothing of the others.
 */
export function callKind(call: Call): string {
  const traits = [...traitsOfMessage(call), ...traitsOfBody(call)];
  return [call.operation, ...traits].join(' ');
}

function traitsOfMessage({ operation, method, headers }: Call): readonly string[] {
  const usual = operation === 'other' ? method : endpoints[operation].method;
  const type = headerOf(headers, 'content-type');
  return [
    ...(method === usual ? [] : [`by ${method}`]),
    ...(isForged(headerOf(headers, 'authorization')) ? ['with another token'] : []),
    ...(type === undefined || type.includes('json') ? [] : [`as ${type.split(';')[0] ?? type}`]),
  ];
}

/** True for a token that is no usual one: a service may let a caller with an unknown token wait on purpose. */
function isForged(authorization: string | undefined): boolean {
  const known = [placeholders.token, placeholders.otherToken, placeholders.spentToken].map((each) => `Bearer ${each}`);
  if (authorization === undefined || known.includes(authorization)) return false;
  return !isWorkspaceBearer(authorization);
}

function traitsOfBody({ body }: Call): readonly string[] {
  if (body === undefined) return [];
  if (body.length > longBytes) return ['of a long text'];
  const value = parsedJson(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return ['with a body that is not a JSON object'];
  const members = value as Readonly<Record<string, unknown>>;
  const text = members['text'] ?? members['message'];
  const format = members['format'];
  return [
    ...(typeof format === 'string' ? [`in ${format.slice(0, 20)}`] : []),
    ...(typeof text === 'string' && text.length > longCharacters ? ['of a long text'] : []),
    ...flags.filter((flag) => members[flag] === true).map((flag) => `with ${flag}`),
  ];
}
