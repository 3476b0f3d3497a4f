import { creditPrices } from '../contract/limits.ts';
import { isSuccessStatus, type Exchange } from '../core/exchange.ts';
import type { Call, Cost, Known, Make, Step, Workspace } from '../core/probe.ts';
import type { MeteredAs, Prices } from './ledger.ts';
import { callFor, callerOf, ofWorkspace } from './uses.ts';

/** Whose prices the document does not give (8.1: "credits"). */
export type EnterpriseKind = 'enterprise-pooled' | 'enterprise-per-user';

/**
 * Where a search for a price has come to: the next balance to try on a fresh workspace, a second use of the one that
 * sufficed, the price, or why it cannot be known.
 */
export type Search =
  | { readonly is: 'try'; readonly balance: number }
  | { readonly is: 'tryAgain'; readonly balance: number }
  | { readonly is: 'price'; readonly credits: number }
  | { readonly is: 'unknown'; readonly because: string };

const highestBalance = 96;
/** From the guess up to the highest by doubling, then down by halves, and the second use. */
const mostTries = 14;
const metered: readonly MeteredAs[] = ['chat', 'speech'];

/** What finding both prices uses up at the most: what a balance does not cover costs nothing. */
export const costOfSearch: Cost = { chats: 8, speeches: 8 };

const nameFor = (as: MeteredAs, balance: number): string => `price_${as}_${balance}`;

/**
 * The smallest whole balance that suffices for one use, begun at the price that credit-balance has; and then that it
 * does not suffice for two, or else a credit buys more than one and no whole balance tells how many.
 */
export function searchIn(seen: readonly Exchange[], as: MeteredAs): Search {
  let [lacking, enough] = [0, Number.POSITIVE_INFINITY];
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (enough - lacking === 1) return confirmed(seen, as, enough);
    const balance = nextBalance(as, lacking, enough);
    if (balance > highestBalance) return { is: 'unknown', because: `a balance of ${lacking} does not cover a ${as}` };
    const [exchange] = ofWorkspace(seen, nameFor(as, balance));
    if (exchange === undefined) return { is: 'try', balance };
    const verdict = sufficed(exchange);
    if (verdict === undefined) return { is: 'unknown', because: `${exchange.id} was neither covered nor refused` };
    if (verdict) enough = balance;
    else lacking = balance;
  }
  return { is: 'unknown', because: `it was not found in ${mostTries} tries` };
}

function nextBalance(as: MeteredAs, lacking: number, enough: number): number {
  const guess = creditPrices[as];
  if (enough === Number.POSITIVE_INFINITY)
    return lacking === 0 ? guess : Math.min(2 * lacking, Math.max(highestBalance, lacking + 1));
  // The guess is mostly right: then one more try settles it.
  return enough === guess ? enough - 1 : Math.floor((lacking + enough) / 2);
}

function confirmed(seen: readonly Exchange[], as: MeteredAs, price: number): Search {
  const second = ofWorkspace(seen, nameFor(as, price))[1];
  if (second === undefined) return { is: 'tryAgain', balance: price };
  if (sufficed(second) !== false)
    return { is: 'unknown', because: `a balance of ${price} covered more than one ${as}` };
  return { is: 'price', credits: price };
}

function sufficed({ response }: Exchange): boolean | undefined {
  if (response.is !== 'answer' || response.status >= 500) return undefined;
  return isSuccessStatus(response.status) ? true : response.status >= 400 ? false : undefined;
}

/** Both prices, or why not both are known. */
export function pricesIn(seen: readonly Exchange[]): Prices | { readonly because: string } {
  const [chat, speech] = metered.map((as) => searchIn(seen, as));
  if (chat?.is === 'price' && speech?.is === 'price') return { chat: chat.credits, speech: speech.credits };
  const reasons = [chat, speech].map((search) => (search?.is === 'unknown' ? search.because : ''));
  return { because: `its price could not be observed: ${reasons.filter((reason) => reason !== '').join('; ')}` };
}

/** The steps that find both prices of a kind, side by side. */
export function searchSteps(kind: EnterpriseKind): readonly Step[] {
  const one: readonly Step[] = [(known) => workspacesFor(kind, known), (known) => usesFor(known)];
  return Array.from({ length: mostTries }, () => one).flat();
}

function workspacesFor(kind: EnterpriseKind, { seen }: Known): Make {
  const wanted = metered.flatMap((as): (readonly [string, Workspace])[] => {
    const search = searchIn(seen, as);
    return search.is === 'try' ? [[nameFor(as, search.balance), { kind, credits: search.balance }]] : [];
  });
  return { make: Object.fromEntries(wanted) };
}

function usesFor(known: Known): readonly Call[] {
  return metered.flatMap((as) => {
    const search = searchIn(known.seen, as);
    if (search.is !== 'try' && search.is !== 'tryAgain') return [];
    return [callFor(as, callerOf(known, nameFor(as, search.balance)), known, true)];
  });
}
