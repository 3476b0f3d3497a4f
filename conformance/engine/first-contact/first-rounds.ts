import type { NoContact } from '../../contract/formats/reason.ts';
import { headerOf, type Exchange, type NoAnswerCause } from '../../model/exchange.ts';
import type { Reason } from '../../model/run.ts';
import { longestPauseMs } from '../pacing/outage-breaker.ts';
import { notTlsCode } from '../../http/no-answer.ts';
import { classify } from '../../classification/classify.ts';
import { isTemporarilyRefused, retryAfterMs } from '../../classification/transient.ts';

/** How often a target was asked by now, and with what result. */
export type Rounds = {
  /** What the last round brought. */
  readonly last: readonly Exchange[];
  /** What all of them did, that included, as far as it was not cut off. */
  readonly kept: readonly Exchange[];
  readonly number: number;
  /** Since the first of them, but for a wait that was granted. */
  readonly elapsedMs: number;
  /** A wait that the target asked for was granted before. */
  readonly hasWaited: boolean;
  readonly timeoutMs: number;
};

/** `isGranted`: the target asked for the pause, and it is longer than it would have been waited for. */
export type Next =
  | { readonly is: 'answered' }
  | { readonly is: 'again'; readonly pauseMs: number; readonly isGranted: boolean; readonly because: string }
  | ({ readonly is: 'dead' } & Reason);

/** What one exchange says of its target; `final`: it would say the same at any other time. */
type Sign = 'answer' | 'notNow' | 'away' | 'silent' | 'final';

/**
 * So long it is asked again: an address that nobody answers may be mistyped, and is said at once; who says "not now" may
 * be starting. Of silence each time costs the whole time limit: there a second time is enough.
 */
const longestMs: Readonly<Record<Sign, number>> = { answer: 0, notNow: 17_500, away: 4_000, silent: 0, final: 0 };
/** One time proves nothing. */
const fewestRounds = 2;
const firstPausesMs = [500, 1_000, 1_500, 2_000] as const;
const pauseMs = 2_500;
/** No target is asked more often: the pauses of so many rounds are longer than any of these times. */
export const mostRounds = 1 + firstPausesMs.length + Math.ceil(longestMs.notNow / pauseMs);

/** Of the usual time limit it leaves a start and the reports their time within 25 s; a second silence is cut short by it. */
const mostTimeLimits = 1.75;

/** However the target is dead: a body that drips may take two time limits in one round. */
export function longestRoundsMs(timeoutMs: number): number {
  return Math.max(mostTimeLimits * timeoutMs, longestMs.notNow);
}

/** Whether anybody answers, may be asked again, or is dead; pure. */
export function nextRound(rounds: Rounds): Next {
  const { last, number, elapsedMs, hasWaited, timeoutMs } = rounds;
  const signs = last.map(signOf);
  if (signs.includes('answer')) return { is: 'answered' };
  const reason = deadReason(rounds);
  const { because } = reason;
  if (signs.every((sign) => sign === 'final')) return { is: 'dead', ...reason };
  const askedMs = Math.max(0, ...last.map((exchange) => retryAfterMs(exchange, Date.now()) ?? 0));
  // Once it may be meant for one request.
  if (askedMs > longestPauseMs && number >= fewestRounds) return { is: 'dead', ...reason };
  if (askedMs > longestMs.notNow && askedMs <= longestPauseMs && !hasWaited)
    return { is: 'again', pauseMs: askedMs, isGranted: true, because };
  const ownMs = signs.every((sign) => sign === 'silent') ? 0 : (firstPausesMs[number - 1] ?? pauseMs);
  const nextMs = askedMs > longestPauseMs ? ownMs : Math.max(ownMs, askedMs);
  const mostMs = number < fewestRounds ? Infinity : Math.max(...signs.map((sign) => longestMs[sign]));
  const isOver = elapsedMs + nextMs > Math.min(mostMs, longestRoundsMs(timeoutMs));
  return isOver ? { is: 'dead', ...reason } : { is: 'again', pauseMs: nextMs, isGranted: false, because };
}

const signOfCause: Readonly<Record<NoAnswerCause, Sign>> = {
  refused: 'away',
  unreachable: 'away',
  dropped: 'away',
  notHttp: 'away',
  timeout: 'silent',
  interrupted: 'silent',
  dns: 'final',
  tls: 'final',
  // Somebody is there, whose answers are judged.
  malformed: 'answer',
  tooMuch: 'answer',
};

function signOf(exchange: Exchange): Sign {
  const { response } = exchange;
  if (response.is === 'noAnswer') return signOfCause[response.because];
  if (isTemporarilyRefused(exchange)) return 'notNow';
  if (redirectedTo(exchange) !== undefined) return 'final';
  return isCutOff(exchange) || classify(exchange, { status402: true }).is !== 'judgeable' ? 'silent' : 'answer';
}

/** True where assay went away in the middle: it says nothing of the target. */
export function isCutOff({ response }: Exchange): boolean {
  return response.is === 'answer' ? response.ending === 'left' : response.because === 'interrupted';
}

const unfinished = 'no answer was complete';

function deadReason({ kept, number, elapsedMs }: Rounds): Reason {
  const lists = (['voices', 'bots'] as const).flatMap((wanted) => {
    const last = kept.findLast(({ operation }) => operation === wanted);
    if (last === undefined) return [];
    return [{ path: new URL(last.request.url).pathname, words: wordsOf(last), kind: kindOf(last), how: howOf(last) }];
  });
  const [first] = lists;
  const isSame = lists.every(({ kind }) => kind === first?.kind);
  const seen = isSame ? (first?.words ?? unfinished) : lists.map(({ path, words }) => `${path}: ${words}`).join('; ');
  const times = number === 1 ? 'once' : number === 2 ? 'twice' : `${number} times`;
  const how = noContacts.find((each) => lists.some((list) => list.how === each));
  return {
    because: `${seen} (the lists of voices and bots were requested ${times} in ${seconds(elapsedMs)}, and nothing that costs credits was sent)`,
    about: { is: 'target', ...(how === undefined ? {} : { how }), seen, rounds: number, forMs: elapsedMs },
  };
}

/** Where the lists came to different ends, the first of these says best what to look at. */
const noContacts: readonly NoContact[] = ['dns', 'notTls', 'tls', 'refused', 'unreachable', 'silent', 'redirected'];

function howOf(exchange: Exchange): NoContact | undefined {
  const { response } = exchange;
  if (redirectedTo(exchange) !== undefined) return 'redirected';
  if (response.is === 'answer') return classify(exchange, { status402: true }).is === 'slow' ? 'silent' : undefined;
  if (response.code === notTlsCode) return 'notTls';
  return response.because === 'timeout' ? 'silent' : noContacts.find((how) => how === response.because);
}

function wordsOf(exchange: Exchange): string {
  const elsewhere = redirectedTo(exchange);
  if (elsewhere !== undefined)
    return `the target sends its callers to ${elsewhere}, and redirects are not followed; try --target ${elsewhere}`;
  const classification = classify(exchange, { status402: true });
  const words =
    'because' in classification
      ? // To send fewer at once is no remedy where only two were.
        (classification.observed ?? classification.because)
      : 'mismatch' in classification
        ? classification.mismatch.observed
        : unfinished;
  return words.replaceAll(/\s+/g, ' ').trim();
}

/** Two silences are the same, though one was heard a moment longer. */
function kindOf(exchange: Exchange): string {
  const { response } = exchange;
  const elsewhere = redirectedTo(exchange);
  if (elsewhere !== undefined) return `redirected to ${elsewhere}`;
  return response.is === 'noAnswer'
    ? `${response.because} ${response.detail}`
    : `${classify(exchange, { status402: true }).is} ${response.status}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

const redirecting = [301, 302, 307, 308];
/** What the first requests ask for, behind the address of the target. */
const ofList = /\/v1\/(?:audio\/voices|bots)\/?$/;

/**
 * The address that a list is to be found at, where a request for it is sent to another scheme or host: as from http to
 * https. It is another target then, since redirects are not followed; undefined where it stays at this one.
 */
function redirectedTo({ request, response }: Exchange): string | undefined {
  if (response.is !== 'answer' || !redirecting.includes(response.status)) return undefined;
  const location = headerOf(response.headers, 'location');
  const asked = new URL(request.url);
  const given = location === undefined ? undefined : URL.parse(location, request.url);
  if (given === undefined || given === null || given.origin === asked.origin) return undefined;
  if (!['http:', 'https:'].includes(given.protocol) || !ofList.test(given.pathname)) return undefined;
  return given.origin + given.pathname.replace(ofList, '');
}
