import { creditPrices } from '../../contract/limits.ts';
import { isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import type { Call, Cost, StepInputs, WorkspaceRequest, Step, Workspace } from '../../model/probe.ts';
import type { MeteredAs, Prices } from './spending/ledger.ts';
import { callFor, workspaceCaller, exchangesOfWorkspace } from './spending/uses.ts';

/** The kinds whose prices the document does not give (8.1: "credits"). */
export type EnterpriseKind = 'enterprise-pooled' | 'enterprise-per-user';

/**
 * The price of a use: more than `above` and at most `credits`. `isWhole` where it is exactly `credits`, as far as
 * observed. `isOfEach` where as many uses in a row were covered as the balance pays at that price, and the next was
 * refused: nothing is left by which any of them may have cost more.
 */
export type Price = {
  readonly credits: number;
  readonly above: number;
  readonly isWhole: boolean;
  readonly isOfEach?: true;
};

/**
 * Why no price is known. `isUnspecified` where none can be known, since the document does not say that there is one.
 */
export type UnknownPrice = { readonly because: string; readonly isUnspecified?: true };

/**
 * State of a search for a price: the next use to try, on a workspace with this name and balance; the price; or why
 * there is none.
 */
export type PriceSearch =
  | { readonly is: 'try'; readonly name: string; readonly balance: number }
  | ({ readonly is: 'price' } & Price)
  | ({ readonly is: 'unknown' } & UnknownPrice);

/** Highest price that is found to the exact credit; */
const highestExact = 96;
/** a higher one is found to one part in this many, precise enough to judge a balance of three times the price. */
const finest = 16;
const highestBalance = 1_000_000;
/**
 * Number of uses that show whether a price is whole: if the price is a sixth of a credit lower, they cost a credit
 * less.
 */
const usesToTell = 6;
/** Most uses with that balance: of a price above four fifths of a whole one a use more shows that it is not of each. */
const mostToTell = usesToTell + 1;
/**
 * Most steps of a search: doubling from the guess up to the highest balance, halving, the second use, and the uses that
 * show whether the price is whole.
 */
const mostTries = 42;
/** Uses that one balance covers in a row before nobody can say that they cost anything. */
const mostOfOne = 8;
const metered: readonly MeteredAs[] = ['chat', 'speech'];
const manyOf: Readonly<Record<MeteredAs, string>> = { chat: 'chats', speech: 'speeches' };

/** Most uses that finding both prices is charged for; a use that a balance does not cover costs nothing. */
export const costOfSearch: Cost = { chats: 8 + mostToTell, speeches: 8 + mostToTell };

const nameFor = (as: MeteredAs, balance: number): string => `price_${as}_${balance}`;

/**
 * Finds the smallest whole balance that covers a use, starting at the price of credit-balance. It must not cover two
 * uses: otherwise a credit buys more than one, and no whole balance shows how many. Then a larger balance shows whether
 * the price is whole.
 */
export function priceSearchIn(seen: readonly Exchange[], as: MeteredAs): PriceSearch {
  let [lacking, enough] = [0, Number.POSITIVE_INFINITY];
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (isNear(lacking, enough)) return confirmed(seen, as, lacking, enough);
    const balance = nextBalance(as, lacking, enough);
    if (balance > highestBalance)
      return { is: 'unknown', because: `a balance of ${lacking} does not cover a ${as}`, isUnspecified: true };
    const name = nameFor(as, balance);
    const [exchange] = exchangesOfWorkspace(seen, name);
    if (exchange === undefined) return { is: 'try', name, balance };
    const verdict = sufficed(exchange);
    if (verdict === undefined) return neither(exchange, as);
    if (verdict) enough = balance;
    else lacking = balance;
  }
  return { is: 'unknown', because: `it was not found in ${mostTries} tries` };
}

function isNear(lacking: number, enough: number): boolean {
  const gap = enough - lacking;
  return gap === 1 || (lacking >= highestExact && gap * finest <= enough && enough < Number.POSITIVE_INFINITY);
}

function nextBalance(as: MeteredAs, lacking: number, enough: number): number {
  const guess = creditPrices[as];
  if (enough === Number.POSITIVE_INFINITY) return lacking === 0 ? guess : higherThan(lacking);
  // The guess is mostly right, and then a single further try confirms it.
  return enough === guess ? enough - 1 : Math.floor((lacking + enough) / 2);
}

function higherThan(lacking: number): number {
  const bound = [highestExact, highestBalance].find((each) => lacking < each) ?? Number.POSITIVE_INFINITY;
  return Math.min(2 * lacking, bound);
}

function confirmed(seen: readonly Exchange[], as: MeteredAs, lacking: number, credits: number): PriceSearch {
  const name = nameFor(as, credits);
  const answers = exchangesOfWorkspace(seen, name);
  const unclear = answers.find((exchange) => sufficed(exchange) === undefined);
  if (unclear !== undefined) return neither(unclear, as);
  const ends = answers.findIndex((exchange) => sufficed(exchange) === false);
  if (ends === 1) return told(seen, as, Math.max(lacking, credits / 2), credits);
  const because = `a balance of ${credits} covered more than one ${as}`;
  if (ends > 1) return { is: 'unknown', because, isUnspecified: true };
  if (answers.length < mostOfOne) return { is: 'try', name, balance: credits };
  // A credit may buy many, which is open. What seems to cost nothing is not: the document has it paid with credits (8.1).
  return { is: 'unknown', because: `a balance of ${credits} ${endless(as)}` };
}

/** Of the same message or text: what was said before may be what is free. */
function endless(as: MeteredAs): string {
  return `covered ${mostOfOne} times the same ${as} and no end was seen: is it free where it was answered before, or altogether?`;
}

/** Name of the workspace whose uses show whether the price is whole. */
export const wholePriceWorkspace = (as: MeteredAs): string => `whole_${as}`;

/**
 * With a balance of one credit less than `usesToTell` times the price, the last use must be refused if the price is
 * whole.
 */
function told(seen: readonly Exchange[], as: MeteredAs, above: number, credits: number): PriceSearch {
  const balance = usesToTell * credits - 1;
  const name = wholePriceWorkspace(as);
  const answers = exchangesOfWorkspace(seen, name);
  const verdicts = answers.map(sufficed);
  const unclear = answers.find((_, at) => verdicts[at] === undefined);
  if (unclear !== undefined) return neither(unclear, as);
  const covered = verdicts.indexOf(false);
  // At a price that is only paid by the balance that was found, this use would be one too many.
  const tooMany = Math.ceil(balance / above);
  const wanted = tooMany <= mostToTell ? tooMany : usesToTell;
  if (covered < 0 && answers.length < wanted) return { is: 'try', name, balance };
  if (covered < 0 && wanted === tooMany)
    return {
      is: 'unknown',
      because: `a balance of ${balance} covered ${tooMany} ${manyOf[as]}, and one of ${Math.ceil(above)} not a single one: does the first of a workspace cost more, or one that was answered before less?`,
    };
  // Replies differ, and may be charged by their length. Speeches of the same text are equal, and so is their price.
  if (as === 'chat' && covered > 1 && covered < usesToTell - 1)
    return {
      is: 'unknown',
      because: `what a ${as} costs varies: ${balance} credits covered ${covered}`,
      isUnspecified: true,
    };
  return {
    is: 'price',
    credits,
    above,
    isWhole: covered >= 0 && covered < usesToTell,
    // At a price of 1 the uses take the whole balance; at a price of 3 two credits are left over, and may have paid for
    // a use that cost more.
    ...(credits === 1 && covered === balance ? { isOfEach: true as const } : {}),
  };
}

/** The answer shows neither that the use is covered nor that it is not. */
function neither({ response }: Exchange, as: MeteredAs): PriceSearch {
  if (response.is !== 'answer') return { is: 'unknown', because: `a ${as} got no answer` };
  const { status } = response;
  const why = status === 401 ? 'its token is not accepted' : 'it was neither covered nor refused';
  return { is: 'unknown', because: `a ${as} got status ${status}: ${why}` };
}

function sufficed({ response }: Exchange): boolean | undefined {
  if (response.is !== 'answer' || response.status >= 500 || response.status === 401) return undefined;
  return isSuccessStatus(response.status) ? true : response.status >= 400 ? false : undefined;
}

/** Both prices as they were found, or why they are not both known. */
export function foundPricesIn(seen: readonly Exchange[]): Readonly<Record<MeteredAs, Price>> | UnknownPrice {
  const [chat, speech] = metered.map((as) => priceSearchIn(seen, as));
  if (chat?.is === 'price' && speech?.is === 'price') return { chat, speech };
  const unknown = [chat, speech].filter((search) => search?.is === 'unknown');
  const because = `its price could not be observed: ${unknown.map((search) => search.because).join('; ')}`;
  const isUnspecified = unknown.length > 0 && unknown.every((search) => search.isUnspecified === true);
  return { because, ...(isUnspecified ? { isUnspecified } : {}) };
}

/** The prices to calculate with: the smallest whole balances that cover a use. */
export function pricesIn(seen: readonly Exchange[]): Prices | UnknownPrice {
  const found = foundPricesIn(seen);
  return 'because' in found ? found : { chat: found.chat.credits, speech: found.speech.credits };
}

/** The same where both are whole: only then are the sums of many uses exact. */
export function wholePricesIn(seen: readonly Exchange[]): Prices | UnknownPrice {
  const found = foundPricesIn(seen);
  if ('because' in found) return found;
  const fraction = metered.find((as) => !found[as].isWhole);
  if (fraction === undefined) return { chat: found.chat.credits, speech: found.speech.credits };
  return {
    because: `no whole balance tells the price of a ${fraction}: ${priceText(found[fraction])}`,
    isUnspecified: true,
  };
}

/** `1 credit`, or the bounds between which the price lies. */
export function priceText({ credits, above, isWhole }: Price): string {
  const most = `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
  return isWhole ? most : `more than ${above} and at most ${most}`;
}

/** The steps that find both prices of a kind, side by side. */
export function searchSteps(kind: EnterpriseKind): readonly Step[] {
  const one: readonly Step[] = [(known) => workspacesFor(kind, known), (known) => usesFor(known)];
  return Array.from({ length: mostTries }, () => one).flat();
}

function workspacesFor(kind: EnterpriseKind, { seen, bots }: StepInputs): WorkspaceRequest {
  const wanted = metered.flatMap((as): (readonly [string, Workspace])[] => {
    const search = priceSearchIn(seen, as);
    const isNew = search.is === 'try' && bots[search.name] === undefined;
    return isNew ? [[search.name, { kind, credits: search.balance }]] : [];
  });
  return { make: Object.fromEntries(wanted) };
}

function usesFor(known: StepInputs): readonly Call[] {
  return metered.flatMap((as) => {
    const search = priceSearchIn(known.seen, as);
    if (search.is !== 'try') return [];
    const call = callFor(as, workspaceCaller(known, search.name), known, true);
    // A balance that becomes available late would be taken for a higher price.
    const isGuess =
      search.name === nameFor(as, creditPrices[as]) && exchangesOfWorkspace(known.seen, search.name).length === 0;
    return [isGuess ? { ...call, charge: 'onceFirstCovered' } : call];
  });
}
