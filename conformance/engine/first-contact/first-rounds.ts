import type { NoContact } from '../../contract/formats/reason.ts';
import { headerOf, type Exchange, type NoAnswerCause } from '../../model/exchange.ts';
import type { Reason } from '../../model/run.ts';
import { maxPauseMs } from '../pacing/outage-breaker.ts';
import { notTlsCode } from '../../http/no-answer.ts';
import { classify } from '../../classification/classify.ts';
import { isTemporarilyRefused, retryAfterMs } from '../../classification/transient.ts';

/** How many times a target was asked so far, and with what result. */
export type Rounds = {
  /** The exchanges of the last round. */
  readonly last: readonly Exchange[];
  /** The exchanges of all rounds, the last one included, except those that assay cut off. */
  readonly kept: readonly Exchange[];
  readonly number: number;
  /** Milliseconds since the first round, without a wait that was granted. */
  readonly elapsedMs: number;
  /** Whether a wait that the target asked for was granted before. */
  readonly hasWaited: boolean;
  readonly timeoutMs: number;
};

/** `isGranted`: the target asked for the pause, and it is longer than assay would wait by itself. */
export type NextRound =
  | { readonly is: 'answered' }
  | { readonly is: 'again'; readonly pauseMs: number; readonly isGranted: boolean; readonly because: string }
  | ({ readonly is: 'dead' } & Reason);

/** What one exchange says of its target; `final`: it would say the same at any other time. */
type Sign = 'answer' | 'notNow' | 'away' | 'silent' | 'final';

/**
 * How long a target is asked again, by what the exchanges say of it. An address without an answer may be mistyped,
 * which is reported soon. A service that says "not now" may be starting. Each silence costs the whole time limit, so
 * that a second one is enough.
 */
const longestMs: Readonly<Record<Sign, number>> = { answer: 0, notNow: 17_500, away: 4_000, silent: 0, final: 0 };
/** Fewest rounds: a single one proves nothing. */
const fewestRounds = 2;
const firstPausesMs = [500, 1_000, 1_500, 2_000] as const;
const pauseMs = 2_500;
/** Most rounds: their pauses together are longer than any of these times. */
export const mostRounds = 1 + firstPausesMs.length + Math.ceil(longestMs.notNow / pauseMs);

/**
 * Most time limits for all rounds: with the usual limit the start and the reports are done within 25 s. It may cut a
 * second silence short.
 */
const mostTimeLimits = 1.75;

/** Longest time of all rounds, however the target is dead: a slow body may take two time limits in one round. */
export function longestRoundsMs(timeoutMs: number): number {
  return Math.max(mostTimeLimits * timeoutMs, longestMs.notNow);
}

/** Whether the target answers, is asked again, or is dead; pure. */
export function nextRound(rounds: Rounds): NextRound {
  const { last, number, elapsedMs, hasWaited, timeoutMs } = rounds;
  const signs = last.map(signOf);
  if (signs.includes('answer')) return { is: 'answered' };
  const reason = deadReason(rounds);
  const { because } = reason;
  if (signs.every((sign) => sign === 'final')) return { is: 'dead', ...reason };
  const askedMs = Math.max(0, ...last.map((exchange) => retryAfterMs(exchange, Date.now()) ?? 0));
  // A single "not now" with so long a wait may be meant for one request.
  if (askedMs > maxPauseMs && number >= fewestRounds) return { is: 'dead', ...reason };
  if (askedMs > longestMs.notNow && askedMs <= maxPauseMs && !hasWaited)
    return { is: 'again', pauseMs: askedMs, isGranted: true, because };
  const ownMs = signs.every((sign) => sign === 'silent') ? 0 : (firstPausesMs[number - 1] ?? pauseMs);
  const nextMs = askedMs > maxPauseMs ? ownMs : Math.max(ownMs, askedMs);
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
  left: 'silent',
  dns: 'final',
  tls: 'final',
  // A service is there, and its answers are judged.
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

/** True where assay itself cut the exchange off: it says nothing of the target. */
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

/** In this order: where the lists came to different ends, the first of these says best what to look at. */
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
      ? // `because` would advise fewer requests at once, which is no remedy for two.
        (classification.observed ?? classification.because)
      : 'mismatch' in classification
        ? classification.mismatch.observed
        : unfinished;
  return words.replaceAll(/\s+/g, ' ').trim();
}

/** The same for two silences, though one of them lasted a moment longer. */
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
/** The path of the lists that the first requests ask for, behind the address of the target. */
const ofList = /\/v1\/(?:audio\/voices|bots)\/?$/;

/**
 * The address of the target to which a request for a list is redirected, at another scheme or host, as from http to
 * https. Redirects are not followed, so that this is another target. Undefined where the list stays at this one.
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
