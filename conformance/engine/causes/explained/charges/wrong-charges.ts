import type { Finding } from '../../../../model/run.ts';
import { isSequential, type Account, type Accounts } from './accounts.ts';
import { isCharged, type ChargedOperation } from '../charged.ts';
import { asDocumented, isRefusedForNow, isUncovered, canExplainUntil, type Charging } from './charging.ts';
import type { Explanation } from '../explained.ts';
import { isPlain, partedIn, simplestFailure } from './plain-charges.ts';
import { plansIn, pricesIn, type Deviation } from './deviations.ts';

/** Fewest failures that this rule explains: a single check says better itself what it is about. */
const leastFailed = 2;

/**
 * Charges that differ from the document, where one way of charging explains all that the run saw: a price, or what a
 * use takes of a plan. Each deviation is one cause, however many checks meet it.
 */
export function wrongChargesIn(failed: readonly Finding[], accountsOfRun: () => Accounts): readonly Explanation[] {
  const charged = failed.filter((finding) => partedIn(finding) !== undefined);
  if (charged.length < leastFailed) return [];
  const accounts = accountsOfRun();
  const inTurn = accounts.all.filter(isSequential);
  const prices = pricesIn(inTurn);
  const found = [...prices, ...plansIn(inTurn, prices)];
  const byDeviation = Map.groupBy(charged, (finding) => found[whichOf(finding, found, accounts)]);
  return found.flatMap((deviation) => {
    const met = byDeviation.get(deviation) ?? [];
    const own = deviation.ofLeftOver === true ? [...new Set([...met, ...failed.filter(showsLessBegun)])] : met;
    const isSeenPlainly = own.some((finding) => isPlain(finding, deviation.operations, accounts));
    if (own.length < leastFailed || !isSeenPlainly) return [];
    const seen = inTurn.filter((account) => concerns(deviation, account)).length;
    return [
      {
        has: (finding) => own.includes(finding),
        title: deviation.title,
        shownIn: () => ({
          says: `All answers in ${seen} workspaces whose requests were sent one after the other fit one rule: ${deviation.title}.`,
        }),
        leadOf: (group) => simplestFailure(group, deviation, accounts),
        isRoot: true,
        isOfItsCheck: true,
      } satisfies Explanation,
    ];
  });
}

/** A service that never lets the last credit be spent makes a workspace seem to have begun with a credit less. */
function showsLessBegun({ check }: Finding): boolean {
  return check === 'metering.credit-balance/balance-is-as-asked-for';
}

/** The deviation that explains a failure, by itself or with the others, as its index; -1 where none does. */
function whichOf(finding: Finding, found: readonly Deviation[], accounts: Accounts): number {
  const parted = partedIn(finding) ?? '';
  const account = accounts.of(parted);
  if (account === undefined) return -1;
  const comesTo = (ways: readonly Charging[]): boolean => ways.some((way) => canExplainUntil(account, way, parted));
  const isConcerned = (deviation: Deviation): boolean => concerns(deviation, account);
  const alone = found.findIndex((each) => isConcerned(each) && comesTo(each.ways.flatMap(withPlansAlike)));
  return alone === -1 ? found.findIndex((each) => isConcerned(each) && comesTo(each.waysOfAll)) : alone;
}

/** What costs twice may also take two of a plan, and two of the limit of a member. */
function withPlansAlike(way: Charging): readonly Charging[] {
  const times = (operation: ChargedOperation): number => way.credits[operation] / asDocumented.credits[operation];
  const counts = { chat: times('chat'), stream: times('stream'), speech: times('speech') };
  const isAny = Object.values(counts).some((count) => count !== 1);
  const included = { ...way.included, ...counts };
  return isAny ? [way, { ...way, included }, { ...way, included, limit: counts }] : [way];
}

function concerns({ operations, refused }: Deviation, { asked }: Account): boolean {
  if (refused === 'uncovered') return asked.some(isUncovered);
  return refused === 'attempt'
    ? asked.some(isRefusedForNow)
    : asked.some(({ operation }) => isCharged(operation) && operations.includes(operation));
}
