import { createHash } from 'node:crypto';
import { endpoints } from '../contract/limits.ts';
import { pathSegment } from '../contract/path-segment.ts';
import type { HeaderFields } from './exchange.ts';
import { placeholders, type Call, type Step } from './probe.ts';

/** Whose token a call carries. */
export type Bearer = 'token' | 'otherToken' | 'spentToken' | 'workspace' | 'none';

/** Changes to the usual form of a call: each member replaces what the builder would send. */
export type CallChange = Partial<Pick<Call, 'method' | 'path' | 'role' | 'judges' | 'charge' | 'goes' | 'unusual'>> & {
  readonly as?: Bearer;
  /** Replaces the value of the `Authorization` field, which is otherwise that of `as`. */
  readonly authorization?: string;
  readonly contentType?: string | undefined;
  /** Appended to the path, from its question mark on. */
  readonly query?: string;
  readonly extra?: HeaderFields;
};

/** The `Authorization` value of a bearer (5.1), with the placeholder for the secret. */
export function bearerValue(as: Exclude<Bearer, 'none'>): string {
  return `Bearer ${placeholders[as]}`;
}

/**
 * Header names are spelt as in the document, so that a service that only knows that spelling is still judged by the
 * other checks.
 */
function fieldsFor(change: CallChange, contentType: string | undefined): HeaderFields {
  const as = change.as ?? 'token';
  const authorization = change.authorization ?? (as === 'none' ? undefined : bearerValue(as));
  return [
    ['Accept', '*/*'],
    ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
    ...(contentType === undefined ? [] : [['Content-Type', contentType] as const]),
    ...(change.extra ?? []),
  ];
}

function call(
  operation: Call['operation'],
  method: string,
  path: string,
  body: string | Uint8Array | undefined,
  change: CallChange,
): Call {
  const contentType =
    'contentType' in change ? change.contentType : body === undefined ? undefined : 'application/json';
  return {
    operation,
    method: change.method ?? method,
    path: (change.path ?? path) + (change.query ?? ''),
    headers: fieldsFor(change, contentType),
    ...(body === undefined ? {} : { body }),
    ...(change.role === undefined ? {} : { role: change.role }),
    ...(change.judges === undefined ? {} : { judges: change.judges }),
    ...(change.charge === undefined ? {} : { charge: change.charge }),
    ...(change.goes === undefined ? {} : { goes: change.goes }),
    ...(change.unusual === undefined ? {} : { unusual: change.unusual }),
  };
}

/**
 * A string or bytes that are sent as they are, so that a probe can send a body that is not JSON. Any other value is
 * sent as JSON.
 */
type Raw = { readonly raw: string | Uint8Array };
/**
 * A body that is too large to be kept for the whole run: a description of it, and a function that makes it when it is
 * sent.
 */
type Large = { readonly large: string; readonly make: () => string };
export type Body = Readonly<Record<string, unknown>> | readonly unknown[] | Raw | Large | undefined;

function written(body: Body): string | Uint8Array | undefined {
  if (body === undefined) return undefined;
  if (isLarge(body)) return body.make();
  return isRaw(body) ? body.raw : JSON.stringify(body);
}

function isRaw(body: NonNullable<Body>): body is Raw {
  return 'raw' in body;
}

function isLarge(body: NonNullable<Body>): body is Large {
  return 'large' in body && typeof body.make === 'function';
}

/** The list of bots (4.1). */
export function botsCall(change: CallChange = {}): Call {
  return call('bots', endpoints.bots.method, endpoints.bots.path, undefined, change);
}

/** A chat, as a whole reply or as a stream (4.2, 4.3); the bot's id is escaped as one path segment. */
export function chatCall(operation: 'chat' | 'stream', bot: string, body: Body, change: CallChange = {}): Call {
  const { method, path } = endpoints[operation];
  return call(
    operation,
    method,
    // A bot id may come from hostile JSON, where half of a surrogate pair is a string too.
    path.replace('{botId}', () => pathSegment(bot.toWellFormed())),
    written(body),
    change,
  );
}

/** The list of voices (4.4). */
export function voicesCall(change: CallChange = {}): Call {
  return call('voices', endpoints.voices.method, endpoints.voices.path, undefined, { as: 'none', ...change });
}

/** A speech (4.5). */
export function speechCall(body: Body, change: CallChange = {}): Call {
  return call('speech', endpoints.speech.method, endpoints.speech.path, written(body), change);
}

/** The same call, which also judges a "not now" that stays through every attempt. */
export function withSteadyRefusalJudged(call: Call): Call {
  return { ...call, judges: { ...call.judges, steadyRefusal: true } };
}

/** True for a call that may be refused because of what its workspace has left. */
export function mayLackBalance({ judges }: Call): boolean {
  return judges?.status402 === true || judges?.steadyRefusal === true;
}

/** The same step, with this change to each of its calls. */
export function withEachCall(step: Step, change: Partial<Call>): Step {
  return (known) => {
    const said = step(known);
    return 'make' in said || 'stop' in said ? said : said.map((call) => ({ ...call, ...change }));
  };
}

/** Longest description in a name; longer ones are cut and told apart by a digest. */
const longestName = 120;

/** The name of a probe: the same words and data give the same name, and then it is the same probe. */
export function nameOfProbe(words: string, ...data: readonly unknown[]): string {
  const absentShown = (_key: string, value: unknown): unknown => (value === undefined ? '(absent)' : value);
  const described = data
    .filter((part) => part !== undefined)
    .map((part) => JSON.stringify(part, absentShown))
    .filter((part) => part !== '{}');
  const name = [words, ...described].join(' ');
  if (name.length <= longestName) return name;
  return `${name.slice(0, longestName)}… ${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
