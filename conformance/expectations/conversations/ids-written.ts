import { botIdsIn } from '../../bodies/bots.ts';
import type { Seen } from '../../model/check.ts';
import { isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import { callerOf, isGiven } from '../caller.ts';
import { ofSameRun } from '../of-same-run.ts';
import { textsSaid } from '../words/said.ts';

/** Where an id could stand in what an answer says: too short a one may stand there by chance. */
const runs = /[\w-]{8,}/g;

/** Every text in an answer that could be an id, in small letters. Speech is not looked through. */
export function idsWrittenIn(exchange: Exchange): readonly string[] {
  const { operation, response } = exchange;
  if (response.is !== 'answer' || (operation === 'speech' && isSuccessStatus(response.status))) return [];
  return [...new Set(textsSaid(exchange).flatMap((text) => text.toLowerCase().match(runs) ?? []))];
}

/** What a request names is repeated to it. */
export function names(exchange: Exchange, id: string): boolean {
  return sentIn(exchange).includes(id);
}

/** Ids are looked for again and again in the same requests. */
const sent = new WeakMap<Exchange, string>();

/** What a request says, in small letters. */
function sentIn(exchange: Exchange): string {
  const { url, body, raw = '' } = exchange.request;
  const text = sent.get(exchange) ?? `${url}\n${Buffer.from(body).toString('utf8')}\n${raw}`.toLowerCase();
  sent.set(exchange, text);
  return text;
}

/** Where no request of a caller named a bot, and no list of his has it, while that of another token does: the first such list. */
export function listOfOthers(id: string, exchange: Exchange, run: Seen): Exchange | undefined {
  const { ids, callers, named } = botsOf(run);
  const caller = callerOf(exchange);
  const lists = ids.get(id) ?? [];
  if (!callers.has(caller) || lists.some((list) => callerOf(list) === caller)) return undefined;
  return named(caller, id) ? undefined : lists[0];
}

/** A letter and a digit: a word of a language has none. */
const looksMade = /^(?=.*\d)(?=.*[a-z])[\w-]{8,}$/;

/** By the id of a bot in small letters the lists that have it; who has a list; and who named a bot. */
const botsOf = ofSameRun((run: Seen) => {
  const ids = new Map<string, Exchange[]>();
  const lists = run.filter((each) => each.operation === 'bots' && isGiven(callerOf(each)));
  for (const list of lists)
    for (const id of botIdsIn(list).map((each) => each.toLowerCase()))
      if (looksMade.test(id)) ids.set(id, [...(ids.get(id) ?? []), list]);
  const byCaller = Map.groupBy(run, callerOf);
  const known = new Map<string, boolean>();
  return {
    ids,
    callers: new Set(lists.filter((list) => botIdsIn(list).length > 0).map(callerOf)),
    named: (caller: string | undefined, id: string): boolean => {
      const key = `${caller} ${id}`;
      const isNamed = known.get(key) ?? byCaller.get(caller)?.some((each) => names(each, id)) === true;
      known.set(key, isNamed);
      return isNamed;
    },
  };
});
