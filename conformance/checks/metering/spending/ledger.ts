import { creditPrices } from '../../../contract/limits.ts';
import type { Workspace } from '../../../model/probe.ts';

/** What a use is metered as (8.1): a chat, streamed or not, is one request, a speech is one TTS use. */
export type MeteredAs = 'chat' | 'speech';

/** Credits for one use. */
export type Prices = Readonly<Record<MeteredAs, number>>;

/** What a use is paid with. */
export type Source = 'includedRequests' | 'includedTts' | 'credits';

/** A workspace as in section 8: what it was made with, what is left, and what has been used. */
export type Ledger = {
  readonly workspace: Workspace;
  readonly prices: Prices;
  readonly left: Readonly<Record<Source, number>>;
  readonly used: Readonly<Record<MeteredAs, number>>;
};

/** `after` is the ledger after the use has been paid for. */
export type Coverage =
  | { readonly is: 'covered'; readonly from: Source; readonly amount: number; readonly after: Ledger }
  | { readonly is: 'uncovered'; readonly because: 'memberLimit' | 'nothingLeft' };

/**
 * The ledger of a new workspace. The document gives prices for credit-balance only (8.1); for the enterprise kinds pass
 * the observed ones.
 */
export function openLedger(workspace: Workspace, prices: Prices = creditPrices): Ledger {
  const { credits = 0, includedRequests = 0, includedTts = 0 } = workspace;
  return { workspace, prices, left: { credits, includedRequests, includedTts }, used: { chat: 0, speech: 0 } };
}

/** The ledger of a workspace at its beginning, at its own prices if it has some. */
export function ledgerOf({ workspace, prices }: { readonly workspace: Workspace; readonly prices?: Prices }): Ledger {
  return openLedger(workspace, prices);
}

/** What pays for a use, in the order in which it is drawn on (8.1). */
function sourcesOf({ kind }: Workspace, use: MeteredAs): readonly Source[] {
  if (kind !== 'enterprise-pooled') return ['credits'];
  return [use === 'chat' ? 'includedRequests' : 'includedTts', 'credits'];
}

/** The limit of a member (8.2), for chats and speeches separately; infinite for all other callers. */
function memberLimitOf({ caller, memberRequestLimit, memberTtsLimit }: Workspace, use: MeteredAs): number {
  const limit = use === 'chat' ? memberRequestLimit : memberTtsLimit;
  return caller === 'member' && limit !== undefined ? limit : Number.POSITIVE_INFINITY;
}

/**
 * Whether the workspace covers a further use, and from which source; an included use counts singly, credits at their
 * price.
 */
export function coverageOf(ledger: Ledger, use: MeteredAs): Coverage {
  const { workspace, left, used } = ledger;
  if (used[use] >= memberLimitOf(workspace, use)) return { is: 'uncovered', because: 'memberLimit' };
  const amountFrom = (source: Source): number => (source === 'credits' ? ledger.prices[use] : 1);
  const from = sourcesOf(workspace, use).find((source) => left[source] >= amountFrom(source));
  if (from === undefined) return { is: 'uncovered', because: 'nothingLeft' };
  const amount = amountFrom(from);
  const after = {
    ...ledger,
    left: { ...left, [from]: left[from] - amount },
    used: { ...used, [use]: used[use] + 1 },
  };
  return { is: 'covered', from, amount, after };
}
