import { errorCodeIn } from '../../bodies/error-code.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import type { Cause } from '../../contract/formats/run.ts';
import { isOfFamily } from './check-id.ts';
import { isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import { leadExchangeId, isStatusMismatch } from '../../model/mismatch.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import type { Finding } from '../../model/run.ts';
import { isRecord } from '../../reading/is-object.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { variesPerRequest, isComparable, maxCompared } from '../judging/comparable.ts';
import { requestKey } from '../judging/intermittent.ts';
import { lengthBeside } from './length-beside.ts';

import { headOf, tailOf } from '../../reading/whole-letters.ts';

type ById = (id: string) => Exchange | undefined;

/** How a request came out; `outcomeOf` is undefined where something other than the request may decide that. */
type Outcome = 'accepted' | 'refused' | 'failed';

function outcomeOf({ response }: Exchange): Outcome | undefined {
  if (response.is !== 'answer' || response.ending !== 'complete' || aboutOthers.includes(response.status))
    return undefined;
  if (isSuccessStatus(response.status)) return 'accepted';
  return response.status >= 500 ? 'failed' : response.status >= 400 ? 'refused' : undefined;
}

/** Statuses about a token, credits, a bot, or the number of requests: no member of a request decides these. */
const aboutOthers: readonly number[] = [401, 402, 403, 404, 408, 429, 502, 503, 504];

/** Most numbers of a body that are looked for in other bodies. */
const mostNumbers = 6;

/**
 * What a request got that differs in one thing from the request that shows a wrong status: `Without "format" the same
 * is refused (status 400).` If the very same request also came out otherwise, the text says that it comes and goes.
 * Undefined where no such request was sent, or where the failure may be chance.
 */
export function besideOf(lead: Finding, all: readonly Exchange[], byId: ById): string | undefined {
  const [first] = lead.mismatches;
  if (first === undefined || !isStatusMismatch(first) || first.answers !== undefined) return undefined;
  // What is left in a workspace decides these failures, and is no part of a request.
  if (lead.ledger !== undefined || isOfFamily(lead.check, 'metering')) return undefined;
  const shown = byId(leadExchangeId(lead));
  const own = shown && outcomeOf(shown);
  if (shown === undefined || own === undefined || !hasMembers(shown)) return undefined;
  const [fields, text] = [fieldsOf(shown), textOf(shown)];
  const near = all.filter((each) => each.id !== shown.id && isToSame(each, shown) && hasMembers(each));
  const others = near.slice(0, maxCompared).filter((each) => fieldsOf(each) === fields);
  const same = others.filter((each) => textOf(each) === text).flatMap((each) => outcomeOf(each) ?? []);
  const otherwise = same.find((outcome) => outcome !== own);
  if (otherwise !== undefined)
    return `It comes and goes: this same request was ${otherwise} in ${same.filter((each) => each === otherwise).length} of ${same.length + 1} answers.`;
  // A server error that comes and goes elsewhere may be chance here, if no other answer to this request contradicts.
  const isSentOnce = own === 'failed' && same.length === 0;
  if (isSentOnce && comesAndGoes(shown, all)) return undefined;
  // A request that is refused rightly proves nothing by that alone: it has to have the same flaw, and fewer members.
  const wanted = own === 'accepted' ? 'refused' : 'accepted';
  // If the same body was accepted with other header fields, the body is not what was refused.
  const taken = new Set(wanted === 'accepted' ? [] : near.filter((each) => outcomeOf(each) === 'accepted').map(textOf));
  const told = others.flatMap((each) => {
    if (taken.has(textOf(each))) return [];
    const difference = outcomeOf(each) === wanted ? differenceOf(shown, each) : undefined;
    return difference === undefined || (wanted === 'refused' && (difference.isLess !== true || !isPlain(each)))
      ? []
      : [{ each, difference }];
  });
  const number = numberBeside(shown, own, near.slice(0, maxCompared));
  if (number !== undefined) return number;
  const came = others.map((exchange) => ({ exchange, outcome: outcomeOf(exchange) }));
  const length = lengthBeside(shown, own, came);
  if (length !== undefined) return length;
  const [nearest] = told.toSorted((a, b) => a.difference.weight - b.difference.weight);
  if (nearest === undefined) return undefined;
  const { response } = nearest.each;
  const status = response.is === 'answer' ? response.status : 0;
  const { says, isOfOtherText } = nearest.difference;
  const what = isOfOtherText === true ? ', and with another text, it' : ' the same';
  const once = isSentOnce ? '; what failed was sent once' : '';
  // A service that takes a second time what it has refused once refuses either request when it comes first.
  const isBefore = wanted === 'refused' && endOfExchange(nearest.each) <= startOf(shown);
  const [is, before] = isBefore ? ['was', ' before'] : ['is', ''];
  return `${says}${what} ${is} ${outcomeOf(nearest.each) ?? ''}${before} (status ${status})${once}.`;
}

/** Whether a request that failed with the same error was accepted at another time. */
function comesAndGoes(shown: Exchange, all: readonly Exchange[]): boolean {
  const failed = all.filter((each) => isComparable(each) && errorOf(each) === errorOf(shown));
  const wanted = new Set(failed.map(requestKey));
  return all.some((each) => isComparable(each) && outcomeOf(each) === 'accepted' && wanted.has(requestKey(each)));
}

function errorOf({ response }: Exchange): string | undefined {
  return response.is === 'answer' ? `${response.status} ${errorCodeIn(response) ?? ''}` : undefined;
}

/** Most causes that are looked at: later ones are never told in full, and each is compared with all that was sent. */
const mostLooked = 12;

/** Adds `beside` to each cause where such a request was sent. */
export function withBeside(
  causes: readonly Cause[],
  findings: readonly Finding[],
  all: readonly Exchange[],
  byId: ById,
): Cause[] {
  return causes.map((cause, at) => {
    if (at >= mostLooked) return cause;
    const [check] = cause.checks;
    const lead = findings.find((each) => each.check === check && each.verdict.is === 'fail');
    const beside =
      lead === undefined || cause.since !== undefined || cause.comesAndGoes === true
        ? undefined
        : besideOf(lead, all, byId);
    return beside === undefined ? cause : { ...cause, beside };
  });
}

/** Whether a request has a body that is sent in the usual way: only the members of such a body are compared. */
function hasMembers(exchange: Exchange): boolean {
  const { raw, body } = exchange.request;
  return isComparable(exchange) && raw === undefined && body.length > 0;
}

function isToSame({ request: a }: Exchange, { request: b }: Exchange): boolean {
  return a.method === b.method && a.url === b.url;
}

/** The header fields of a request, without those that differ from request to request by themselves. */
function fieldsOf({ request }: Exchange): string {
  const told = request.headers.filter(([name]) => !variesPerRequest(name));
  return told
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .toSorted()
    .join('\n');
}

function textOf({ request }: Exchange): string {
  return Buffer.from(request.body).toString('latin1');
}

/** A difference between two requests: the lower its weight, the fewer other explanations there are. */
type Difference = {
  readonly weight: number;
  readonly says: string;
  readonly isLess?: boolean;
  /** The other request also has another text, as plain as the first. */
  readonly isOfOtherText?: boolean;
};

function differenceOf(shown: Exchange, other: Exchange): Difference | undefined {
  const [a, b] = [shown, other].map(({ request }) => sentJson(request));
  if (!isRecord(a) || !isRecord(b)) return undefined;
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const differing = names.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
  if (differing.length === 0) return spellingOf(shown, other);
  // A different plain text does not matter beside a member that is left out.
  const words = differing.filter((name) => isWords(name, a, b));
  const [name = '', ...more] =
    differing.length === words.length ? words : differing.filter((each) => !words.includes(each));
  const lacked = [name, ...more];
  if (lacked.every((each) => !Object.hasOwn(b, each))) {
    const isLess = lacked.every((each) => optional.includes(each));
    const isOfOtherText = words.length > 0 && !lacked.every((each) => words.includes(each));
    const says = `Without ${lacked.map((each) => JSON.stringify(each)).join(' and ')}`;
    return { weight: lacked.length + words.length / 4, says, isLess, isOfOtherText };
  }
  if (differing.length > 1) return undefined;
  const value = shownValueOf(b[name]);
  const weight = 3 - shareOf(wordsOf(a[name]), wordsOf(b[name]));
  // Of two plain texts neither decides the outcome.
  return value === undefined || words.includes(name)
    ? undefined
    : { weight, says: `With ${JSON.stringify(name)}:${value}` };
}

/** Members without which a request is as valid (2.2, 2.5). */
const optional: readonly string[] = ['webSearch', 'useMcp', 'sessionId', 'format', 'speed', 'instructions'];

/** Whether both values are texts of plain letters: what one text says matters no more than what the other says. */
function isWords(name: string, a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  if (name !== 'text' && name !== 'message') return false;
  return [a[name], b[name]].every((value) => typeof value === 'string' && plainWords.test(value));
}

const plainWords = /^(?=.*[a-z]{2})[a-z\d .,!?]{1,200}$/i;

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Whether a body is written as any client writes it, without oddities that a service may refuse, such as a name twice.
 */
function isPlain(exchange: Exchange): boolean {
  return textOf(exchange) === Buffer.from(JSON.stringify(sentJson(exchange.request)) ?? '').toString('latin1');
}

/** Share of the letters beyond ASCII in one text that the other has too: the larger, the closer it is. */
function shareOf(text: string, other: string): number {
  const [own, theirs] = [text, other].map((each) => new Set(each.match(/[^\x00-\x7f]/gu)));
  if (own === undefined || theirs === undefined || own.size === 0) return 0;
  return [...own].filter((letter) => theirs.has(letter)).length / own.size;
}

/**
 * How two bodies with the same values differ in writing: in the text between their common beginning and their common
 * end.
 */
function spellingOf(shown: Exchange, other: Exchange): Difference | undefined {
  const [a, b] = [shown, other].map(({ request }) => Buffer.from(request.body).toString('utf8'));
  if (a === undefined || b === undefined || a === b) return undefined;
  const isAt = (place: number): boolean => place < Math.min(a.length, b.length) && a[place] === b[place];
  let from = 0;
  while (isAt(from)) from += 1;
  from = Math.min(headOf(a, from).length, headOf(b, from).length);
  let behind = 0;
  const most = Math.min(a.length, b.length) - from;
  while (behind < most && a.at(-1 - behind) === b.at(-1 - behind)) behind += 1;
  behind = Math.min(tailOf(a, behind).length, tailOf(b, behind).length);
  const [is, was] = [b, a].map((text) => text.slice(from, text.length - behind));
  if (is === undefined || was === undefined || is.length + was.length > longestShown) return undefined;
  const around = tailOf(a.slice(0, from), 12);
  const place = from === 0 ? ' at the beginning' : ` after ${JSON.stringify(around)}`;
  if (is === '') return { weight: 0, isLess: true, says: `Without ${JSON.stringify(was)}${place}` };
  if (was === '') return { weight: 0, isLess: true, says: `With ${JSON.stringify(is)}${place}` };
  return { weight: 1, isLess: true, says: `With ${JSON.stringify(is)} in place of ${JSON.stringify(was)}${place}` };
}

/**
 * Tells a number that is refused in one spelling and taken in another: `"speed":4 is refused in 31 of 31 answers, …`.
 */
function numberBeside(shown: Exchange, own: Outcome, near: readonly Exchange[]): string | undefined {
  const written = numbersIn(shown);
  if (own === 'accepted' || written.size === 0) return undefined;
  const others = [shown, ...near].map((each) => ({ numbers: numbersIn(each), outcome: outcomeOf(each) }));
  for (const [name, token] of [...written].slice(0, mostNumbers)) {
    const told = others.flatMap(({ numbers: theirs, outcome }) => {
      const as = theirs.get(name);
      return as === undefined || outcome === undefined || Number(as) !== Number(token)
        ? []
        : [{ written: as, outcome }];
    });
    const so = told.filter((each) => each.written === token);
    const first = told.find((each) => each.written !== token && each.outcome === 'accepted');
    const isAlways = told.every((each) => each.written !== first?.written || each.outcome === 'accepted');
    if (first === undefined || !isAlways || so.length < 3 || so.some(({ outcome }) => outcome !== own)) continue;
    return `"${name}":${token} is ${own} in ${so.length} of ${so.length} answers, "${name}":${first.written} is accepted.`;
  }
  return undefined;
}

const numbers = /"(\w+)"\s*:\s*(-?\d[\d.eE+-]*)/g;

/** Each number of a body as it is written, by the name of its member. */
function numbersIn(exchange: Exchange): ReadonlyMap<string, string> {
  return new Map([...textOf(exchange).matchAll(numbers)].map(([, name = '', token = '']) => [name, token]));
}

const longestShown = 60;

function shownValueOf(value: unknown): string | undefined {
  const text = JSON.stringify(value);
  return text.length > longestShown || parsedJson(text) === undefined ? undefined : text;
}
