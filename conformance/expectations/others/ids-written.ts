import { botIdsIn } from '../../bodies/bots.ts';
import type { Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { callerOf, isGivenCaller } from '../caller.ts';
import { memoizedByRun } from '../memoized-by-run.ts';
import { answerTexts } from '../words/said.ts';
import { candidateIdsIn } from './drawn-ids.ts';
import { textsOutsideBody } from './outside-body.ts';

/** A text in an answer that could be an id, in lower case, and its place if it stands beside what the answer says. */
type WrittenId = { readonly text: string; readonly place?: string };

/** Every such text. Speech is not searched. */
export function writtenIdsIn(exchange: Exchange): readonly WrittenId[] {
  const said = isSpoken(exchange) ? [] : answerTexts(exchange).flatMap(candidateIdsIn);
  const beside = textsOutsideBody(exchange).flatMap(({ place, text }) =>
    candidateIdsIn(text).map((id) => [id, place] as const),
  );
  const places = new Map<string, string | undefined>([...beside, ...said.map((id) => [id, undefined] as const)]);
  return [...places].map(([text, place]) => (place === undefined ? { text } : { text, place }));
}

function isSpoken(exchange: Exchange): boolean {
  return exchange.operation === 'speech' && isAccepted(exchange);
}

/** Everything that a request says. */
function sentIn({ request: { url, body, raw = '' } }: Exchange): string {
  return `${url}\n${Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')}\n${raw}`;
}

/**
 * All texts in these requests that could be an id, each once, since hundreds of ids are looked for in thousands of
 * requests.
 */
function wordsSent(requests: readonly Exchange[]): string {
  return [...new Set(requests.flatMap((each) => candidateIdsIn(sentIn(each))))].join('\n');
}

/**
 * The first list of another token that has the bot, where no request of the caller named the bot and no list of the
 * caller has it. Undefined otherwise.
 */
export function botListOfOthers(id: string, exchange: Exchange, run: Exchanges): Exchange | undefined {
  const { ids, callers, named } = botsOf(run);
  const lists = ids.get(id);
  if (lists === undefined) return undefined;
  const caller = callerOf(exchange);
  if (!callers.has(caller) || lists.some((list) => callerOf(list) === caller)) return undefined;
  return named(caller, id) ? undefined : lists[0];
}

/** Matches a text with both a letter and a digit, which no word of a language has. */
const looksMade = /^(?=.*\d)(?=.*[a-z])[\w-]{8,}$/;

/**
 * For each bot id, in lower case, the lists that have it; the callers that have a list; and whether a caller named a
 * bot.
 */
const botsOf = memoizedByRun((run: Exchanges) => {
  const ids = new Map<string, Exchange[]>();
  const lists = run.filter((each) => each.operation === 'bots' && isGivenCaller(callerOf(each)));
  for (const list of lists)
    for (const id of botIdsIn(list).map((each) => each.toLowerCase()))
      if (looksMade.test(id)) ids.set(id, [...(ids.get(id) ?? []), list]);
  const byCaller = Map.groupBy(run, callerOf);
  const sent = new Map<string | undefined, string>();
  const known = new Map<string, boolean>();
  return {
    ids,
    callers: new Set(lists.filter((list) => botIdsIn(list).length > 0).map(callerOf)),
    /** True where a request of the caller names the bot, since an answer may repeat what its request names. */
    named: (caller: string | undefined, id: string): boolean => {
      const words = sent.get(caller) ?? wordsSent(byCaller.get(caller) ?? []);
      sent.set(caller, words);
      const key = `${caller} ${id}`;
      const isNamed = known.get(key) ?? words.includes(id);
      known.set(key, isNamed);
      return isNamed;
    },
  };
});
