import type { Expectation, Mismatch, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { callerOf, isGivenCaller, isProvisionedCaller } from '../caller.ts';
import { memoizedByRun } from '../memoized-by-run.ts';
import { areDistinctWorkspaces, mayBeSameWorkspace } from './distinct-workspaces.ts';
import { uniqueIdParts, withoutQuotes } from './drawn-ids.ts';
import { writtenIdsIn, botListOfOthers } from './ids-written.ts';
import { wordsOutsideBody } from './outside-body.ts';
import {
  callersOf,
  sessionIdGivenBy,
  messageJson,
  sessionIdSentBy,
  plantedInRun,
  candidateWordsIn,
  type ExchangesByText,
  type PlantedInRun,
} from '../conversations/planted-in-run.ts';

/** A word, a session id or a bot id in an answer to a caller who neither told it nor was given it. */
type Leak = {
  readonly what: string;
  readonly answer: Exchange;
  readonly source: Exchange;
  /** Where it stands in the answer, if beside what the answer says. */
  readonly place?: string;
};

/** A session of the run, and the callers who were given it. */
type GivenSession = { readonly id: string; readonly receivers: ReadonlySet<string | undefined> };

/**
 * No answer shows a word that only other callers told in this run, or another caller's session (1, 5), whatever its
 * request was sent for, wherever it stands, and even in a refusal. An answer in a session that its caller was not given
 * is judged by the check that sent its request. An answer to a caller that is not plain is not judged.
 */
export const leaksNothingOfOthers: Expectation = Object.assign(
  ([exchange]: Exchanges, run: Exchanges = []) => {
    const leaks = leaksIn(run);
    const seemOne = leaks.length > 0 && areAllBetweenOne(run);
    if (seemOne && hasMadeWorkspaces(run)) return { inconclusive: oneWorkspace(leaks[0]) };
    return leaks.filter((leak) => leak.answer === exchange).map((leak) => mismatchOf(leak, seemOne));
  },
  { ofPart: 'always' } as const,
);

const leaksIn = memoizedByRun((run): readonly Leak[] => {
  const told = plantedInRun(run);
  const given = [...told.ids].map(([id, by]): GivenSession => ({ id: withoutQuotes(id), receivers: callersOf(by) }));
  const addresses = [...told.ids.values()].flat().map(({ request }) => request.url);
  const parts = uniqueIdParts(told.ids.keys(), addresses);
  const known = { run, told, parts, byPart: new Map([...parts].map(([id, part]) => [part, id])) };
  return run.flatMap((exchange) => {
    if (callerOf(exchange) === undefined || asksWithForeignSession(exchange, given)) return [];
    const leaks = leaksTo(exchange, known);
    return leaks.length > 0 ? leaks : leaksWritten(exchange, known);
  });
});

function leaksTo(exchange: Exchange, known: RunKnowledge): readonly Leak[] {
  if (exchange.response.is !== 'answer') return [];
  const said = candidateWordsIn(exchange);
  const beside = wordsOutsideBody(exchange).filter(({ word }) => !said.includes(word));
  const words = [...said.map((word) => ({ word })), ...beside].flatMap(({ word, ...where }) =>
    leakOf(word, exchange, known.told.words.get(word), where),
  );
  const id = sessionIdGivenBy(exchange);
  return id === undefined || words.length > 0 ? words : leaksOfId(id, exchange, known);
}

function leakOf(
  what: string,
  exchange: Exchange,
  by: readonly Exchange[] = [],
  where: Pick<Leak, 'place'> = {},
): readonly Leak[] {
  const [first] = by;
  if (first === undefined) return [];
  const callers = callersOf(by);
  if (callers.has(callerOf(exchange)) || callers.has(undefined)) return [];
  return [{ what, answer: exchange, source: first, ...where }];
}

/**
 * True for a request that names, in any spelling, a session that another caller was given: the check that sends it
 * judges its answer.
 */
function asksWithForeignSession(exchange: Exchange, given: readonly GivenSession[]): boolean {
  const asked = sessionIdSentBy(exchange)?.toLowerCase();
  if (asked === undefined) return false;
  const caller = callerOf(exchange);
  return given.some(({ id, receivers }) => asked.includes(id) && [...receivers].some((each) => each !== caller));
}

/**
 * The leak of an id that another caller was given first, if it cannot be equal by chance or by a rule: it is random,
 * the two callers did not send the same message, and they have few ids in common.
 */
function leaksOfId(id: string, exchange: Exchange, { told: { ids }, parts }: RunKnowledge): readonly Leak[] {
  const part = parts.get(id);
  if (part === undefined || sessionIdSentBy(exchange)?.toLowerCase().includes(part) === true) return [];
  const earlier = (ids.get(id) ?? []).filter(({ startedAt }) => startedAt < exchange.startedAt);
  const alike = earlier.some((other) => messageJson(other) === messageJson(exchange));
  const [first] = earlier;
  if (first === undefined || alike || haveManyInCommon(callerOf(first), callerOf(exchange), ids)) return [];
  return leakOf(id, exchange, earlier);
}

type RunKnowledge = {
  readonly run: Exchanges;
  readonly told: PlantedInRun;
  /** For each random id the part that may stand in an answer by itself, and the other way round. */
  readonly parts: ReadonlyMap<string, string>;
  readonly byPart: ReadonlyMap<string, string>;
};

/**
 * An id of another caller anywhere in the answer, as in a list of sessions or of bots. The first that is found is
 * enough.
 */
function leaksWritten(exchange: Exchange, known: RunKnowledge): readonly Leak[] {
  const { run, told, byPart } = known;
  const caller = callerOf(exchange);
  for (const { text, ...where } of writtenIdsIn(exchange)) {
    const id = byPart.get(text);
    const isOwn = id === undefined || callersOf(told.ids.get(id) ?? []).has(caller);
    const leaks = isOwn ? [] : leaksOfId(id, exchange, known).map((leak) => ({ ...leak, ...where }));
    if (leaks.length > 0) return leaks;
    const list = botListOfOthers(text, exchange, run);
    if (list !== undefined)
      return [{ what: `the botId ${JSON.stringify(text)}`, answer: exchange, source: list, ...where }];
  }
  return [];
}

const fewestIds = 3;

function haveManyInCommon(one: string | undefined, other: string | undefined, ids: ExchangesByText): boolean {
  const sets = [...ids.values()].map(callersOf);
  const ofOne = sets.filter((callers) => callers.has(one));
  const ofOther = sets.filter((callers) => callers.has(other));
  const common = ofOne.filter((callers) => callers.has(other)).length;
  const fewest = Math.min(ofOne.length, ofOther.length);
  return fewest < fewestIds || 2 * common > fewest;
}

/**
 * True where two given tokens may belong to one workspace and all leaks are between such tokens. Then workspaces that
 * the provisioner made hear nothing of each other, though these tokens do.
 */
const areAllBetweenOne = memoizedByRun((run): boolean => leaksIn(run).every((leak) => mayBeOfOne(leak, run)));

const hasMadeWorkspaces = memoizedByRun((run) => run.some((each) => isProvisionedCaller(callerOf(each))));

function mayBeOfOne({ answer: said, source }: Leak, run: Exchanges): boolean {
  const [one, other] = [callerOf(said), callerOf(source)];
  return isGivenCaller(one) && isGivenCaller(other) && !areDistinctWorkspaces(one, other, run);
}

function mismatchOf({ what, answer: said, source, place }: Leak, seemOne: boolean): Mismatch {
  const from = source.operation === 'bots' ? 'of the list' : `told in a ${source.operation}`;
  const among = seemOne ? ' (two tokens of one workspace would look alike)' : '';
  return {
    subject: 'isolation',
    expected: 'only what its caller told, or was given',
    // The word identifies the exchange that told it: the name of that exchange can be a page long.
    observed: `the answer to ${said.id} contains ${what}${place === undefined ? '' : ` in ${place}`}, ${from} of another workspace${among}`,
    kind: { observed: 'an answer contains what belongs to another workspace' },
    exchange: said.id,
    restsOn: [source.id],
  };
}

function oneWorkspace(leak: Leak | undefined): string {
  return `${leak?.answer.id ?? ''} says what belongs to ${leak?.source.id ?? ''}, and nothing leaks between workspaces of the provisioner; ${mayBeSameWorkspace}`;
}
