import { botIdsIn } from '../../bodies/bots.ts';
import type { Seen } from '../../model/check.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { callerOf, isGiven } from '../caller.ts';
import { ofSameRun } from '../of-same-run.ts';
import { textsSaid } from '../words/said.ts';
import { idRunsIn } from './drawn-ids.ts';
import { shownBeside } from './shown-beside.ts';

/** A text in an answer that could be an id, in small letters; and the place, where it stands beside what the answer says. */
type Written = { readonly text: string; readonly place?: string };

/** Every such text. Speech is not looked through. */
export function idsWrittenIn(exchange: Exchange): readonly Written[] {
  const said = isSpoken(exchange) ? [] : textsSaid(exchange).flatMap(idRunsIn);
  const beside = shownBeside(exchange).flatMap(({ place, text }) => idRunsIn(text).map((id) => [id, place] as const));
  const places = new Map<string, string | undefined>([...beside, ...said.map((id) => [id, undefined] as const)]);
  return [...places].map(([text, place]) => (place === undefined ? { text } : { text, place }));
}

function isSpoken(exchange: Exchange): boolean {
  return exchange.operation === 'speech' && isTaken(exchange);
}

/** What a request says. */
function sentIn({ request: { url, body, raw = '' } }: Exchange): string {
  return `${url}\n${Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')}\n${raw}`;
}

/** All that these requests say and an id may stand in, each once: hundreds of ids are looked for in thousands of requests. */
function wordsSent(requests: readonly Exchange[]): string {
  return [...new Set(requests.flatMap((each) => idRunsIn(sentIn(each))))].join('\n');
}

/** Where no request of a caller named a bot, and no list of his has it, while that of another token does: the first such list. */
export function listOfOthers(id: string, exchange: Exchange, run: Seen): Exchange | undefined {
  const { ids, callers, named } = botsOf(run);
  const lists = ids.get(id);
  if (lists === undefined) return undefined;
  const caller = callerOf(exchange);
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
  const sent = new Map<string | undefined, string>();
  const known = new Map<string, boolean>();
  return {
    ids,
    callers: new Set(lists.filter((list) => botIdsIn(list).length > 0).map(callerOf)),
    /** What a request names is repeated to it. */
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
