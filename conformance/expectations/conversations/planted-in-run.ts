import type { Exchanges } from '../../model/check.ts';
import { isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import { sentMember } from '../../bodies/sent-json.ts';
import { callerOf } from '../caller.ts';
import { sessionIdIn } from '../bodies/carries-session-id.ts';
import { memoizedByRun } from '../memoized-by-run.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { normalizedAnswerTexts, spelledOutWordsIn } from '../words/said.ts';
import { nonceSource } from '../../model/nonce.ts';

/**
 * For each word of the run, the requests that told it; for each session id as JSON, the requests whose answers gave it.
 */
export type ExchangesByText = ReadonlyMap<string, readonly Exchange[]>;

/** What the callers of a run told, and which session ids they were given. */
export type PlantedInRun = { readonly words: ExchangesByText; readonly ids: ExchangesByText };

export const plantedInRun = memoizedByRun((run: Exchanges): PlantedInRun => {
  const words = new Map<string, Exchange[]>();
  const ids = new Map<string, Exchange[]>();
  for (const exchange of run) {
    for (const word of new Set(wordsPlantedIn(exchange))) file(exchange, word, words);
    const id = sessionIdGivenBy(exchange);
    if (id !== undefined) file(exchange, id, ids);
  }
  return { words, ids };
});

function file(exchange: Exchange, text: string, among: Map<string, Exchange[]>): void {
  const filed = among.get(text);
  if (filed === undefined) among.set(text, [exchange]);
  else filed.push(exchange);
}

/** The session id that the answer gives, as JSON. Undefined where it gives none. */
export function sessionIdGivenBy(exchange: Exchange): string | undefined {
  if (exchange.operation !== 'chat' && exchange.operation !== 'stream') return undefined;
  const id = sessionIdIn(exchange);
  return id === undefined ? undefined : JSON.stringify(id);
}

/** The callers of these requests; undefined stands for a request that is not plain. */
export function callersOf(exchanges: readonly Exchange[]): ReadonlySet<string | undefined> {
  return new Set(exchanges.map(callerOf));
}

/** The sessionId of a request as JSON; undefined where its body has no such member. */
export function sessionIdSentBy(exchange: Exchange): string | undefined {
  return sentMember(exchange.request, 'sessionId');
}

/** The message of a request as JSON. */
export function messageJson(exchange: Exchange): string | undefined {
  return sentMember(exchange.request, 'message');
}

const anyWord = new RegExp(nonceSource, 'g');

/**
 * Every text in an answer that could be a word of the run: in any letter case, with any invisible characters between
 * its letters, or spelled out. Sound is not searched for spoken words.
 */
export function candidateWordsIn(exchange: Exchange): readonly string[] {
  const { operation, response } = exchange;
  if (operation === 'speech' && response.is === 'answer' && isSuccessStatus(response.status)) return [];
  const found = normalizedAnswerTexts(exchange).flatMap((text) => text.match(anyWord) ?? []);
  return [...new Set<string>([...found, ...spelledOutWordsIn(exchange).keys()])];
}

/** Names the session that an exchange is part of. Undefined where that is not known for sure. */
export type SessionNameOf = (exchange: Exchange) => string | undefined;

/**
 * The sessions of a run, for each caller. Each answer may give a session another id: ids that were given in exchange
 * for one another belong to one session. An id that no answer gave to a request without an id is not known: a service
 * may read it as another id that it gave.
 */
export const sessionNamesOf = memoizedByRun((run: Exchanges): SessionNameOf => {
  const parents = new Map<string, string>();
  const begun = new Set<string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let above = parents.get(root); above !== undefined; above = parents.get(root)) root = above;
    return root;
  };
  for (const exchange of run) {
    const [asked, given] = idsOf(exchange);
    if (given !== undefined && asked === undefined) begun.add(given);
    if (given === undefined || asked === undefined) continue;
    const [one, other] = [rootOf(asked), rootOf(given)];
    if (one !== other) parents.set(one, other);
  }
  const known = new Set([...begun].map(rootOf));
  return (exchange) => {
    const [asked, given] = idsOf(exchange);
    const id = asked ?? given;
    const root = id === undefined ? undefined : rootOf(id);
    return root !== undefined && known.has(root) ? root : undefined;
  };
});

function idsOf(exchange: Exchange): readonly (string | undefined)[] {
  const caller = callerOf(exchange);
  return [sessionIdSentBy(exchange), sessionIdGivenBy(exchange)].map((id) =>
    id === undefined ? id : `${caller ?? ''} ${id}`,
  );
}
