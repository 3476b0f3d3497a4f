import { endpoints } from '../contract/limits.ts';
import { headerOf } from './exchange.ts';
import { parsedJson } from '../reading/parsed-json.ts';
import { isWorkspaceBearer, placeholders, type Call } from './probe.ts';

/** Longer texts may take a service longer than everything else does. */
const longCharacters = 200;
/** A body too large to be parsed counts as long. */
const longBytes = 100_000;

const flags = ['includeCitations', 'webSearch', 'useMcp'];

/**
 * The kind of a call, in words: its operation, and the traits that a service may handle by other code than the rest. The
 * circuit breaker counts hangs by kind: one format that hangs says nothing about the others.
 */
export function kindOfCall(call: Call): string {
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

/** A caller with an unknown token may be kept waiting on purpose. */
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
