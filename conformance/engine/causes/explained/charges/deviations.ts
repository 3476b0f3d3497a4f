import type { Account } from './accounts.ts';
import { chargedOperations, type ChargedOperation } from '../charged.ts';
import { agreesWith, asDocumented, type Charging } from './charging.ts';

/** One thing that is charged otherwise than documented. */
export type Deviation = {
  readonly title: string;
  /** The operations that are charged this way; empty for a deviation about refused attempts or uses. */
  readonly operations: readonly ChargedOperation[];
  /** What was refused: an attempt that was refused for now, or a use that nothing covered. */
  readonly refused?: 'attempt' | 'uncovered';
  /** The deviation is in what is taken of a plan, and not in credits. */
  readonly ofPlan?: true;
  /** The deviation is in what has to be left after a use. */
  readonly ofLeftOver?: true;
  /** Ways of charging that deviate in this alone: more than one where the answers leave open how far. */
  readonly ways: readonly Charging[];
  /** The same with the other deviations that were found with it. */
  readonly waysOfAll: readonly Charging[];
};

/**
 * Highest price that is tried. With what the checks give to spend, a higher price is refused wherever this price is.
 */
const mostCredits = 6;
/** Fewest workspaces that have to agree: of fewer, a wrong way of charging may agree by chance. */
const leastAccounts = 4;
/** Most ways of charging that are kept: where the answers leave open how far a deviation goes, each says the same. */
const mostWays = 12;

/**
 * What is wrong with the price of a use, or of an attempt that was refused for now, if workspaces of credits alone
 * agree.
 */
export function pricesIn(accounts: readonly Account[]): readonly Deviation[] {
  const own = accounts.filter(({ workspace }) => workspace.kind === 'credit-balance' && workspace.caller !== 'member');
  const prices = Array.from({ length: mostCredits + 1 }, (_, credits) => credits);
  const all = prices.flatMap((chat) =>
    prices.flatMap((stream) =>
      prices.flatMap((speech) =>
        [0, 1].flatMap((refusedForNow) =>
          [false, true].map((needsAsDocumented) => ({
            ...asDocumented,
            credits: { chat, stream, speech },
            refusedForNow,
            needsAsDocumented,
          })),
        ),
      ),
    ),
  );
  const uncovered = [1, allOfIt].map((credits) => ({ ...asDocumented, uncovered: credits }));
  const unspent = { ...asDocumented, leftOver: 1 } as const;
  return deviationsIn(own, asDocumented, [...all, ...uncovered, unspent], priceOf, titleOfPrice);
}

/** A balance that no later use can spend looks the same. */
const allOfIt = Number.MAX_SAFE_INTEGER;
const everyPart = [...chargedOperations, 'attempt', 'uncovered', 'leftOver'] as const;
type Part = (typeof everyPart)[number];
type Amount = number | 'unused' | 'oneMore';

function priceOf({ credits, refusedForNow, uncovered, leftOver }: Charging, part: Part): Amount {
  if (part === 'uncovered') return uncovered;
  if (part === 'leftOver') return leftOver;
  return part === 'attempt' ? refusedForNow : credits[part];
}

/** What is wrong with what a use takes of the included uses of a plan, if pooled workspaces agree. */
export function plansIn(accounts: readonly Account[], prices: readonly Deviation[]): readonly Deviation[] {
  const own = accounts.filter(
    ({ workspace }) => workspace.kind === 'enterprise-pooled' && workspace.caller !== 'member',
  );
  const [base = asDocumented] = prices.flatMap(({ waysOfAll }) => waysOfAll);
  const amounts = [1, 'unused', 'oneMore', 0, 2, 3] as const;
  const all = amounts.flatMap((chat) =>
    amounts.flatMap((stream) => amounts.map((speech) => ({ ...base, included: { chat, stream, speech } }))),
  );
  // That a plan is never used is a plainer explanation than that each use takes more of it than there is.
  const unused = all.filter(({ included }) =>
    Object.values(included).every((amount) => amount === 1 || amount === 'unused'),
  );
  const plainest = deviationsIn(own, base, unused, includedBy, titleOfPlan);
  const found = plainest.length > 0 ? plainest : deviationsIn(own, base, all, includedBy, titleOfPlan);
  return found.map((each) => ({ ...each, ofPlan: true }));
}

function includedBy({ included }: Charging, part: Part): Amount {
  return part === 'attempt' || part === 'uncovered' || part === 'leftOver' ? 0 : included[part];
}

/**
 * What the ways of charging have in common that agree with all these workspaces and deviate in the fewest things; empty
 * where they deviate in different things.
 */
function deviationsIn(
  accounts: readonly Account[],
  base: Charging,
  all: readonly Charging[],
  amountOf: (charging: Charging, part: Part) => Amount,
  titleOf: (parts: readonly Part[], amounts: readonly Amount[]) => string | undefined,
): readonly Deviation[] {
  const isSo = (charging: Charging): boolean => accounts.every((account) => agreesWith(account, charging));
  if (accounts.length < leastAccounts || isSo(base)) return [];
  const differing = (charging: Charging): readonly Part[] =>
    everyPart.filter((part) => amountOf(charging, part) !== amountOf(base, part));
  const agreeing = all.filter(isSo);
  const fewest = Math.min(...agreeing.map((charging) => differing(charging).length));
  const nearest = agreeing.filter((charging) => differing(charging).length === fewest);
  const sets = new Set(nearest.map((charging) => differing(charging).join(' ')));
  const [first] = nearest;
  if (first === undefined || sets.size > 1) return [];
  const amountsOf = (part: Part): readonly Amount[] => [...new Set(nearest.map((each) => amountOf(each, part)))];
  const together = Map.groupBy(differing(first), (part) => JSON.stringify([amountsOf(part), amountOf(base, part)]));
  return [...together.values()].flatMap((parts) => {
    const [part] = parts;
    const title = part === undefined ? undefined : titleOf(parts, amountsOf(part));
    const alone = nearest.map((each) => withParts(base, each, parts)).slice(0, mostWays);
    const operations = parts.includes('leftOver')
      ? chargedOperations
      : chargedOperations.filter((each) => parts.includes(each));
    const refused = parts.find((each) => each === 'attempt' || each === 'uncovered');
    const ways = { ways: alone, waysOfAll: nearest.slice(0, mostWays) };
    const ofLeftOver = parts.includes('leftOver') && { ofLeftOver: true as const };
    return title === undefined ? [] : [{ title, operations, ...(refused && { refused }), ...ofLeftOver, ...ways }];
  });
}

/** A way of charging (`base`) with these parts taken from another. */
function withParts(base: Charging, other: Charging, parts: readonly Part[]): Charging {
  const pick = <Value>(
    own: Readonly<Record<ChargedOperation, Value>>,
    theirs: Readonly<Record<ChargedOperation, Value>>,
  ) => ({
    chat: parts.includes('chat') ? theirs.chat : own.chat,
    stream: parts.includes('stream') ? theirs.stream : own.stream,
    speech: parts.includes('speech') ? theirs.speech : own.speech,
  });
  return {
    ...base,
    needsAsDocumented: other.needsAsDocumented,
    credits: pick(base.credits, other.credits),
    included: pick(base.included, other.included),
    refusedForNow: parts.includes('attempt') ? other.refusedForNow : base.refusedForNow,
    uncovered: parts.includes('uncovered') ? other.uncovered : base.uncovered,
    leftOver: parts.includes('leftOver') ? other.leftOver : base.leftOver,
  };
}

function titleOfPrice(parts: readonly Part[], amounts: readonly Amount[]): string | undefined {
  const [part = 'chat'] = parts;
  const due = Number(priceOf(asDocumented, part));
  if (part === 'uncovered') return titleOfUncovered(amounts);
  if (part === 'leftOver') return 'the last credit is never spent: a use is refused where just what it costs is left';
  const numbers = amounts.map(Number);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const isCheaper = numbers.every((amount) => amount < due);
  if (!isCheaper && !numbers.every((amount) => amount > due)) return undefined;
  const bound = least === most ? '' : isCheaper ? 'at most ' : 'at least ';
  const amount = isCheaper ? most : least;
  const costs = amount === 0 ? 'nothing' : `${bound}${amount} ${amount === 1 ? 'credit' : 'credits'}`;
  return `${namesOf(parts)} costs ${costs}, expected ${due === 0 ? 'nothing' : due}`;
}

function titleOfUncovered(amounts: readonly Amount[]): string {
  const takes = amounts.includes(1) ? '1 credit of what is left' : 'all that is left, or ends what is served';
  return `a use that the balance does not cover takes ${takes}, expected nothing`;
}

function titleOfPlan(parts: readonly Part[], amounts: readonly Amount[]): string | undefined {
  const [amount, ...others] = amounts;
  if (amount === undefined || others.length > 0) return undefined;
  if (amount === 'unused')
    return `${namesOf(parts)} never uses what a plan includes: it is refused, or paid with credits`;
  if (amount === 'oneMore') return `${namesOf(parts)} is covered once more than a plan includes`;
  return `${namesOf(parts)} takes ${amount === 0 ? 'nothing' : amount} of what a plan includes, expected 1`;
}

function namesOf(parts: readonly Part[]): string {
  if (parts.includes('attempt')) return 'an attempt that was refused for now';
  const isOfBoth = parts.includes('chat') && parts.includes('stream');
  const names = parts.filter((part) => !isOfBoth || part !== 'stream').map((part) => `a ${part}`);
  return `${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}${isOfBoth && names.length === 1 ? ', streamed or not,' : ''}`;
}
