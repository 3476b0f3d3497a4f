import type { LedgerRow } from '../../../model/check.ts';
import { uncoveredChatStatus } from '../../../contract/limits.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { describeRequest } from './asked-words.ts';
import { coverageOf, type Ledger, type MeteredAs } from './ledger.ts';
import { coverageIn, refusalText, type States } from './states.ts';
import { isInvalidUse, meteredAs, type Use } from './uses.ts';

/** A use and its answer as a row of the ledger that a finding shows, with each value that the states allow. */
export function ledgerRow(states: States, use: Use, exchange: Exchange): LedgerRow {
  const { id, response } = exchange;
  const [as, asks] = [meteredAs(use), describeRequest(exchange)];
  const fresh = states.length === 1 ? states.find(({ used }) => used.chat + used.speech === 0) : undefined;
  return {
    exchange: id,
    use,
    ...(as === undefined || asks === '' ? {} : { asks }),
    balance: eachOnce(states, balanceOf),
    price:
      as === undefined
        ? 'nothing'
        : isInvalidUse(use)
          ? priceOfBad(as)
          : eachOnce(states, (state) => priceIn(state, as)),
    expected: as === undefined ? 'any answer' : expectedIn(states, as, use),
    observed: response.is === 'answer' ? String(response.status) : 'no answer',
    ...(fresh === undefined ? {} : { workspace: fresh.workspace }),
  };
}

function eachOnce(states: States, wordsOf: (state: Ledger) => string): string {
  return [...new Set(states.map(wordsOf))].join(' or ');
}

/** What is left of everything that a workspace of its kind can have. */
function balanceOf({ workspace, left, used }: Ledger): string {
  const { kind, caller, memberRequestLimit, memberTtsLimit } = workspace;
  const included =
    kind === 'enterprise-pooled'
      ? [countOf(left.includedRequests, 'included chat'), countOf(left.includedTts, 'included speech', 'es')]
      : [];
  const limit = (as: MeteredAs, most: number | undefined): readonly string[] =>
    caller === 'member' && most !== undefined
      ? [`${used[as]} of the member's ${countOf(most, as, as === 'speech' ? 'es' : 's')}`]
      : [];
  return [
    ...included,
    countOf(left.credits, 'credit'),
    ...limit('chat', memberRequestLimit),
    ...limit('speech', memberTtsLimit),
  ].join(', ');
}

function countOf(count: number, one: string, plural = 's'): string {
  return `${count} ${one}${count === 1 ? '' : plural}`;
}

function priceIn(state: Ledger, as: MeteredAs): string {
  const covered = coverageOf(state, as);
  if (covered.is === 'uncovered') return 'not covered';
  return covered.from === 'credits' ? countOf(covered.amount, 'credit') : `an included ${as}`;
}

/** The row of a use that may have been refused for what it asks: nothing is due for it. */
export function asUnservedRow(row: LedgerRow, use: Use, exchange: Exchange): LedgerRow {
  const as = meteredAs(use);
  if (as === undefined || isInvalidUse(use) || !isRefusedForRequest(exchange)) return row;
  return { ...row, price: priceOfBad(as), unserved: true };
}

/** Whatever the balance is, a client error other than 402 is about the request. */
export function isRefusedForRequest({ response }: Exchange): boolean {
  if (response.is !== 'answer' || response.status === uncoveredChatStatus) return false;
  return response.status >= 400 && response.status < 500;
}

/** A refused chat costs nothing (4.2); whether a refused speech does is not shown (4.5). */
function priceOfBad(as: MeteredAs): string {
  return as === 'chat' ? 'nothing' : 'nothing or a speech';
}

function expectedIn(states: States, as: MeteredAs, use: Use): string {
  if (isInvalidUse(use)) return 'a refusal, any 4xx';
  const words = { covered: '2xx', uncovered: refusalText(as), open: `2xx or ${refusalText(as)}` };
  return words[coverageIn(states, as)];
}
