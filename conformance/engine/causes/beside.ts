import { errorCodeIn } from '../../bodies/error-code.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import type { Cause } from '../../contract/formats/run.ts';
import { isOfFamily } from './check-id.ts';
import { isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import { idShowing, isOfStatus } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { isRecord } from '../../reading/is-object.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { differsByItself, isComparable, mostCompared } from '../judging/comparable.ts';
import { sameAs } from '../judging/intermittent.ts';
import { lengthBeside } from './length-beside.ts';

import { headOf, tailOf } from '../../reading/whole-letters.ts';

type ById = (id: string) => Exchange | undefined;

/** Taken, refused, or neither by the fault of the service; undefined where something else than the request may decide. */
type Outcome = 'accepted' | 'refused' | 'failed';

function outcomeOf({ response }: Exchange): Outcome | undefined {
  if (response.is !== 'answer' || response.ending !== 'complete' || aboutOthers.includes(response.status))
    return undefined;
  if (isSuccessStatus(response.status)) return 'accepted';
  return response.status >= 500 ? 'failed' : response.status >= 400 ? 'refused' : undefined;
}

/** Of a token, of credits, of a bot, or of how many are sent: no member of a request decides those. */
const aboutOthers: readonly number[] = [401, 402, 403, 404, 408, 429, 502, 503, 504];

/** Of a body so many numbers are looked for in others. */
const mostNumbers = 6;

/**
 * What a request like the one that shows a wrong status got, where one thing alone differs: `without "format" the same is
 * refused (status 400)`. Nothing where none was sent, or the same came out otherwise, too, for another reason.
 */
export function besideOf(lead: Finding, all: readonly Exchange[], byId: ById): string | undefined {
  const [first] = lead.mismatches;
  if (first === undefined || !isOfStatus(first) || first.answers !== undefined) return undefined;
  // What is left in a workspace decides those, and is no part of a request.
  if (lead.ledger !== undefined || isOfFamily(lead.check, 'metering')) return undefined;
  const shown = byId(idShowing(lead));
  const own = shown && outcomeOf(shown);
  if (shown === undefined || own === undefined || !hasMembers(shown)) return undefined;
  const [fields, text] = [fieldsOf(shown), textOf(shown)];
  const near = all.filter((each) => each.id !== shown.id && isToSame(each, shown) && hasMembers(each));
  const others = near.slice(0, mostCompared).filter((each) => fieldsOf(each) === fields);
  const same = others.filter((each) => textOf(each) === text).flatMap((each) => outcomeOf(each) ?? []);
  const otherwise = same.find((outcome) => outcome !== own);
  if (otherwise !== undefined)
    return `It comes and goes: this same request was ${otherwise} in ${same.filter((each) => each === otherwise).length} of ${same.length + 1} answers.`;
  // What comes and goes elsewhere may be chance here, where no other answer says that it is not.
  const isSentOnce = own === 'failed' && same.length === 0;
  if (isSentOnce && comesAndGoes(shown, all)) return undefined;
  // Of what is refused rightly only that it is tells nothing: it is to have the same fault, and less beside it.
  const wanted = own === 'accepted' ? 'refused' : 'accepted';
  // What the same body got with other fields says whether the body was what was refused.
  const taken = new Set(wanted === 'accepted' ? [] : near.filter((each) => outcomeOf(each) === 'accepted').map(textOf));
  const told = others.flatMap((each) => {
    if (taken.has(textOf(each))) return [];
    const difference = outcomeOf(each) === wanted ? differenceOf(shown, each) : undefined;
    return difference === undefined || (wanted === 'refused' && (difference.isLess !== true || !isPlain(each)))
      ? []
      : [{ each, difference }];
  });
  const number = numberBeside(shown, own, near.slice(0, mostCompared));
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
  return `${says}${what} is ${outcomeOf(nearest.each) ?? ''} (status ${status})${once}.`;
}

/** Whether a request that failed with the same error was accepted at another time. */
function comesAndGoes(shown: Exchange, all: readonly Exchange[]): boolean {
  const failed = all.filter((each) => isComparable(each) && errorOf(each) === errorOf(shown));
  const wanted = new Set(failed.map(sameAs));
  return all.some((each) => isComparable(each) && outcomeOf(each) === 'accepted' && wanted.has(sameAs(each)));
}

function errorOf({ response }: Exchange): string | undefined {
  return response.is === 'answer' ? `${response.status} ${errorCodeIn(response) ?? ''}` : undefined;
}

/** Of so many: more are never told in full, and each is compared with all that was sent. */
const mostLooked = 12;

/** The causes with that. */
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

/** What differs between its members is told, so that it has a body that is sent as usual. */
function hasMembers(exchange: Exchange): boolean {
  const { raw, body } = exchange.request;
  return isComparable(exchange) && raw === undefined && body.length > 0;
}

function isToSame({ request: a }: Exchange, { request: b }: Exchange): boolean {
  return a.method === b.method && a.url === b.url;
}

/** But those that differ from request to request by themselves. */
function fieldsOf({ request }: Exchange): string {
  const told = request.headers.filter(([name]) => !differsByItself(name));
  return told
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .toSorted()
    .join('\n');
}

function textOf({ request }: Exchange): string {
  return Buffer.from(request.body).toString('latin1');
}

/** The lighter, the less else may be behind it. */
type Difference = {
  readonly weight: number;
  readonly says: string;
  readonly isLess?: boolean;
  /** Another text was sent with it, as plain as that. */
  readonly isOfOtherText?: boolean;
};

function differenceOf(shown: Exchange, other: Exchange): Difference | undefined {
  const [a, b] = [shown, other].map(({ request }) => sentJson(request));
  if (!isRecord(a) || !isRecord(b)) return undefined;
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const differing = names.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
  if (differing.length === 0) return spellingOf(shown, other);
  // Other words of as plain a kind are no matter beside what is left out.
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
  // Of two plain texts neither is what decides.
  return value === undefined || words.includes(name)
    ? undefined
    : { weight, says: `With ${JSON.stringify(name)}:${value}` };
}

/** A request is as valid without them (2.2, 2.5). */
const optional: readonly string[] = ['webSearch', 'useMcp', 'sessionId', 'format', 'speed', 'instructions'];

/** A text in both, of plain letters: what one says may matter, but no more than what the other does. */
function isWords(name: string, a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  if (name !== 'text' && name !== 'message') return false;
  return [a[name], b[name]].every((value) => typeof value === 'string' && plainWords.test(value));
}

const plainWords = /^(?=.*[a-z]{2})[a-z\d .,!?]{1,200}$/i;

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Written as any client does, without what a service may refuse for itself, such as a name twice. */
function isPlain(exchange: Exchange): boolean {
  return textOf(exchange) === Buffer.from(JSON.stringify(sentJson(exchange.request)) ?? '').toString('latin1');
}

/** How many of the letters beyond ASCII in one text the other has too: the more, the closer it is. */
function shareOf(text: string, other: string): number {
  const [own, theirs] = [text, other].map((each) => new Set(each.match(/[^\x00-\x7f]/gu)));
  if (own === undefined || theirs === undefined || own.size === 0) return 0;
  return [...own].filter((letter) => theirs.has(letter)).length / own.size;
}

/** The same values, written otherwise: what stands between what both begin and end with. */
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

/** Of a number that is refused as it is written, and taken in another spelling: `"speed":4 is refused in 31 of 31 answers, …`. */
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

/** Each number of a body as it is written, by its name. */
function numbersIn(exchange: Exchange): ReadonlyMap<string, string> {
  return new Map([...textOf(exchange).matchAll(numbers)].map(([, name = '', token = '']) => [name, token]));
}

const longestShown = 60;

function shownValueOf(value: unknown): string | undefined {
  const text = JSON.stringify(value);
  return text.length > longestShown || parsedJson(text) === undefined ? undefined : text;
}
