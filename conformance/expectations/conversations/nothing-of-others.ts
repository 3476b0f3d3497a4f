import type { Expectation, Mismatch, Seen } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { callerOf, isGiven, isMade } from '../caller.ts';
import { ofSameRun } from '../of-same-run.ts';
import { idsWrittenIn, listOfOthers } from './ids-written.ts';
import {
  callersOf,
  idGivenBy,
  messageIn,
  sessionAsked,
  toldIn,
  wordsIn,
  type ByText,
  type ToldInRun,
} from './told-in-run.ts';

/** A word, or the id of a session or a bot, in an answer to a caller who never told it, or was given it. */
type Leak = { readonly what: string; readonly in: Exchange; readonly by: Exchange };

/** A session of the run, and the callers who were given it. */
type GivenSession = { readonly bareId: string; readonly to: ReadonlySet<string | undefined> };

/**
 * No answer says a word that only others told in this run, or gives the session of somebody else (1, 5), whatever it was
 * sent for, and if it is a refusal. An answer in a session that its caller was not given is judged by the check that sent
 * it, and one to a caller that is not plain by none.
 */
export const saysNothingOfOthers: Expectation = Object.assign(
  ([exchange]: Seen, run: Seen = []) => {
    const leaks = leaksIn(run);
    // Two given tokens may be of one workspace: then workspaces that were made hear nothing, though these do.
    const seemOne = leaks.length > 0 && leaks.every(amongGiven);
    if (seemOne && run.some((each) => isMade(callerOf(each)))) return { inconclusive: oneWorkspace(leaks[0]) };
    return leaks.filter((leak) => leak.in === exchange).map((leak) => mismatchOf(leak, seemOne));
  },
  { ofPart: 'always' } as const,
);

const leaksIn = ofSameRun((run): readonly Leak[] => {
  const told = toldIn(run);
  const given = [...told.ids].map(([id, by]): GivenSession => ({ bareId: bare(id), to: callersOf(by) }));
  const drawn = drawnIn(told.ids);
  return run.flatMap((exchange) => {
    if (callerOf(exchange) === undefined || asksWithForeignSession(exchange, given)) return [];
    const leaks = leaksTo(exchange, told);
    return leaks.length > 0 ? leaks : leaksWritten(exchange, { run, told, drawn });
  });
});

function leaksTo(exchange: Exchange, told: ToldInRun): readonly Leak[] {
  if (exchange.response.is !== 'answer') return [];
  const words = wordsIn(exchange).flatMap((word) => leakOf(word, exchange, told.words.get(word)));
  const id = idGivenBy(exchange);
  return id === undefined || words.length > 0 ? words : leaksOfId(id, exchange, told);
}

function leakOf(what: string, exchange: Exchange, by: readonly Exchange[] = []): readonly Leak[] {
  const [first] = by;
  if (first === undefined) return [];
  const callers = callersOf(by);
  if (callers.has(callerOf(exchange)) || callers.has(undefined)) return [];
  return [{ what, in: exchange, by: first }];
}

/** It names a session, in whatever spelling, that somebody else was given: the check that sends that judges it. */
function asksWithForeignSession(exchange: Exchange, given: readonly GivenSession[]): boolean {
  const asked = sessionAsked(exchange)?.toLowerCase();
  if (asked === undefined) return false;
  const caller = callerOf(exchange);
  return given.some(({ bareId, to }) => asked.includes(bareId) && [...to].some((each) => each !== caller));
}

/** An id as JSON without the quotes, in small letters: so it stands in another spelling of it too. */
function bare(id: string): string {
  return id.replaceAll(/^"|"$/g, '').toLowerCase();
}

/**
 * An id that somebody else was given first, and that cannot be the same by chance, nor by a rule: it is long and looks like
 * drawn, the two did not say the same, and their callers have few ids in common.
 */
function leaksOfId(id: string, exchange: Exchange, { ids }: ToldInRun): readonly Leak[] {
  if (!looksDrawn(id) || sessionAsked(exchange)?.toLowerCase().includes(bare(id)) === true) return [];
  const earlier = (ids.get(id) ?? []).filter(({ startedAt }) => startedAt < exchange.startedAt);
  const alike = earlier.some((other) => messageIn(other) === messageIn(exchange));
  const [first] = earlier;
  if (first === undefined || alike || haveManyInCommon(callerOf(first), callerOf(exchange), ids)) return [];
  return leakOf(id, exchange, earlier);
}

/** By the id without quotes, in small letters: those that look drawn, as the answers gave them. */
function drawnIn(ids: ByText): ReadonlyMap<string, string> {
  return new Map([...ids.keys()].filter(looksDrawn).map((id) => [bare(id), id]));
}

type Known = {
  readonly run: Seen;
  readonly told: ToldInRun;
  readonly drawn: ReadonlyMap<string, string>;
};

/** An id of others that stands anywhere in the answer, as in a list of sessions or of bots; one is enough. */
function leaksWritten(exchange: Exchange, { run, told, drawn }: Known): readonly Leak[] {
  const caller = callerOf(exchange);
  for (const written of idsWrittenIn(exchange)) {
    const id = drawn.get(written);
    const isOwn = id === undefined || callersOf(told.ids.get(id) ?? []).has(caller);
    const leaks = isOwn ? [] : leaksOfId(id, exchange, told);
    if (leaks.length > 0) return leaks;
    const list = listOfOthers(written, exchange, run);
    if (list !== undefined) return [{ what: `the botId ${JSON.stringify(written)}`, in: exchange, by: list }];
  }
  return [];
}

const fewestIds = 3;

function haveManyInCommon(one: string | undefined, other: string | undefined, ids: ByText): boolean {
  const sets = [...ids.values()].map(callersOf);
  const ofOne = sets.filter((callers) => callers.has(one));
  const ofOther = sets.filter((callers) => callers.has(other));
  const common = ofOne.filter((callers) => callers.has(other)).length;
  const fewest = Math.min(ofOne.length, ofOther.length);
  return fewest < fewestIds || 2 * common > fewest;
}

/** 128 bits in hexadecimal digits, with or without dashes; no number with zeros before it. */
function looksDrawn(id: string): boolean {
  const [digits] = /[0-9a-f]{32}/.exec(bare(id).replaceAll('-', '')) ?? [];
  return digits !== undefined && new Set(digits).size >= 9;
}

function amongGiven({ in: said, by }: Leak): boolean {
  return [said, by].every((exchange) => isGiven(callerOf(exchange)));
}

function mismatchOf({ what, in: said, by }: Leak, seemOne: boolean): Mismatch {
  const from = by.operation === 'bots' ? 'of the list' : `told in a ${by.operation}`;
  const among = seemOne ? ' (two tokens of one workspace would look alike)' : '';
  return {
    subject: 'isolation',
    expected: 'only what its caller told, or was given',
    // Where it was told is found by the word itself: the name of that exchange can be a page long.
    observed: `the answer to ${said.id} contains ${what}, ${from} of another workspace${among}`,
    kind: { observed: 'an answer contains what belongs to another workspace' },
  };
}

function oneWorkspace(leak: Leak | undefined): string {
  return `${leak?.in.id ?? ''} says what belongs to ${leak?.by.id ?? ''}, and nothing leaks between workspaces of the provisioner: both tokens seem to be of one workspace; give --other-token of another`;
}
