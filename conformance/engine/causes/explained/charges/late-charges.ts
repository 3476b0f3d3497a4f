import { uncoveredChatStatus } from '../../../../contract/limits.ts';
import { isAccepted, type Exchange } from '../../../../model/exchange.ts';
import { leadExchangeId } from '../../../../model/mismatch.ts';
import { endOfExchange, startOf } from '../../../../model/moment.ts';
import type { Finding } from '../../../../model/run.ts';
import { isCharged } from '../charged.ts';
import type { Explanation } from '../explained.ts';
import { isSequential, type Account, type Accounts } from './accounts.ts';
import { asDocumented, isUncovered, uncoveredUses } from './charging.ts';
import { simplestRace, showsRace } from './only-at-once.ts';

/**
 * Fewest uses in turn that are covered once too often, as fewer may be covered for a reason of their own; and fewest
 * races that fail the same way, with which fewer uses in turn will do.
 */
const [leastTaken, leastOfRaces] = [3, 2];
/** Fewest refused uses: fewer may come later than the covered uses by chance. */
const leastRefused = 5;
/**
 * Least share of the pairs of a covered and a refused use in which the covered use came sooner: without and with races.
 */
const leastSooner = { inTurn: 0.95, besideRaces: 0.85 } as const;

/**
 * A use that nothing covers, and how many milliseconds after the use before it it was sent; undefined where there was
 * none.
 */
type Uncovered = { readonly use: Exchange; readonly afterMs: number | undefined };

/**
 * A service that charges a use after it has answered: a use that follows at once, or at the same time, is covered by
 * the same credits, and a later use is refused. Undefined where too few uses are refused, or where a use is let in that
 * no charged use came before.
 */
export function lateChargesIn(
  exchanges: readonly Exchange[],
  failed: readonly Finding[],
  accountsOfRun: () => Accounts,
): Explanation | undefined {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const has = (finding: Finding): boolean => finding.check.startsWith('metering.') && showsTooMuch(finding, byId);
  const own = failed.filter(has);
  const races = own.filter(showsRace).length;
  if (own.length < leastTaken) return undefined;
  const uses = accountsOfRun().all.filter(isOfCreditsInTurn).flatMap(uncoveredIn);
  const taken = uses.filter(({ use }) => isAccepted(use));
  const refused = uses.filter(({ use }) => isUncovered(use));
  // Without a use before it no charge can be late: such a use was let in for another reason.
  if (taken.some(({ afterMs }) => afterMs === undefined) || taken.length === 0) return undefined;
  const [soon, later] = [taken, refused].map((all) => all.flatMap(({ afterMs }) => afterMs ?? []));
  if (soon === undefined || later === undefined || later.length < leastRefused) return undefined;
  const isBesideRaces = races >= leastOfRaces;
  if (soon.length < leastTaken && !isBesideRaces) return undefined;
  if (shareSooner(soon, later) < leastSooner[isBesideRaces ? 'besideRaces' : 'inTurn']) return undefined;
  const within = (Math.max(...soon) / 1_000).toFixed(2);
  return {
    has,
    title: `a use is charged late: what follows within ${within} s, or at the same time, is covered by the same credits, and what comes later refused with ${uncoveredChatStatus}`,
    shownIn: () => ({
      says: `Of uses in turn that nothing covers ${soon.length} that came so soon were answered, and ${later.length} refused, nearly all of them later. Is what a use costs taken before it is answered, in one step with the look at what is left?`,
    }),
    leadOf: (group) => (own.length > 2 * races ? plainestIn(group, byId) : simplestRace(group)),
    isRoot: true,
    isOfItsCheck: true,
  };
}

/** Whether a failure shows a use that was answered though nothing covers it. */
function showsTooMuch(finding: Finding, byId: ReadonlyMap<string, Exchange>): boolean {
  const shown = byId.get(leadExchangeId(finding));
  return showsRace(finding) || (shown !== undefined && isCharged(shown.operation) && isAccepted(shown));
}

/** Whether a workspace with uses in turn has credits alone: what is taken of a plan may be another matter. */
function isOfCreditsInTurn(account: Account): boolean {
  const { caller, includedRequests = 0, includedTts = 0 } = account.workspace;
  return caller !== 'member' && includedRequests + includedTts === 0 && isSequential(account);
}

function uncoveredIn(account: Account): readonly Uncovered[] {
  return uncoveredUses(account, asDocumented).map((use) => {
    const before = account.asked.findLast(
      (each) => isCharged(each.operation) && isAccepted(each) && endOfExchange(each) <= startOf(use),
    );
    return { use, afterMs: before === undefined ? undefined : startOf(use) - endOfExchange(before) };
  });
}

function shareSooner(soon: readonly number[], later: readonly number[]): number {
  const sooner = soon.map((each) => later.filter((other) => other > each).length);
  return sooner.reduce((sum, each) => sum + each, 0) / (soon.length * later.length);
}

/**
 * Of failures by uses in turn, first a failure in which a later use was refused: it shows that the charge is late, and
 * that it is not missing.
 */
function plainestIn(group: readonly Finding[], byId: ReadonlyMap<string, Exchange>): Finding | undefined {
  const inTurn = group.filter((finding) => !showsRace(finding));
  const isRefusedLater = ({ exchanges }: Finding): boolean =>
    exchanges.some((id) => {
      const exchange = byId.get(id);
      return exchange !== undefined && isUncovered(exchange);
    });
  return fewestOf(inTurn.filter(isRefusedLater)) ?? fewestOf(inTurn);
}

function fewestOf(group: readonly Finding[]): Finding | undefined {
  return group.toSorted((a, b) => a.exchanges.length - b.exchanges.length)[0];
}
