import { isUnanswered } from '../../../classification/classify.ts';
import { callerInAnySchemeCase, anonymousCaller } from '../../../expectations/caller.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { leadExchangeId } from '../../../model/mismatch.ts';
import { endOfExchange, startOf } from '../../../model/moment.ts';
import type { Finding } from '../../../model/run.ts';
import { shortened, type Explanation } from './explained.ts';

/**
 * Fewest requests, and of how many operations: fewer requests may each wait for something of their own, and requests of
 * a single operation for what it does.
 */
const [leastWaiting, leastOperations] = [8, 2];

/** The requests with one token that got no answer, and the last exchange before them. */
type Stuck = { readonly before: Exchange | undefined; readonly waiting: readonly Exchange[] };

/**
 * A lock of a workspace that is never released: from one request on no request with its token succeeds, whatever it
 * asks for, and most get no answer, while the same is served with other tokens. Undefined where there is no such
 * workspace.
 */
export function stuckWorkspacesIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explanation | undefined {
  const byCaller = Map.groupBy(
    exchanges.filter(({ operation }) => operation !== 'voices' && operation !== 'other'),
    callerInAnySchemeCase,
  );
  const callers = [...byCaller].flatMap(([caller, all]) =>
    caller === undefined || caller === anonymousCaller ? [] : [{ all, stuck: stuckIn(all) }],
  );
  const stuck = callers.flatMap((each) => each.stuck ?? []);
  const [worst] = stuck.toSorted((one, other) => other.waiting.length - one.waiting.length);
  if (worst === undefined || !isOfItsToken(worst)) return undefined;
  const since = Math.min(...worst.waiting.map(startOf));
  const hung = new Set(worst.waiting.map(({ operation }) => operation));
  const served = callers
    .filter((each) => each.stuck !== worst)
    .flatMap(({ all }) => all.filter((each) => isAccepted(each) && hung.has(each.operation) && startOf(each) > since));
  if (served.length === 0) return undefined;
  const ids = new Set(stuck.flatMap(({ waiting }) => waiting.map(({ id }) => id)));
  const has = (finding: Finding): boolean => ids.has(leadExchangeId(finding));
  if (!failed.some(has)) return undefined;
  const { before, waiting } = worst;
  const last = before === undefined ? '' : ` The last answer that it got before is that of ${shortened(before.id)}.`;
  return {
    has,
    title: `answers nothing more to a workspace: ${waiting.length} requests with its token waited in vain, and others were answered`,
    shownIn: () => ({
      says: `From one request on it answers nothing more to a workspace, whatever is asked: ${waiting.length} requests with its token waited in vain, and others were served the same with their own.${last} Is there a lock of the workspace that stays taken?`,
    }),
    leadOf: (group) => {
      // The request that keeps the lock is the last before the first that waits.
      const first = waiting.find(({ id }) => group.some((finding) => leadExchangeId(finding) === id));
      return group.find((finding) => leadExchangeId(finding) === first?.id);
    },
    isRoot: true,
  };
}

function isOfItsToken({ waiting }: Stuck): boolean {
  const operations = new Set(waiting.map(({ operation }) => operation));
  return waiting.length >= leastWaiting && operations.size >= leastOperations;
}

function stuckIn(all: readonly Exchange[]): Stuck | undefined {
  const inTurn = all.toSorted((one, other) => startOf(one) - startOf(other));
  const at = inTurn.findIndex(isUnanswered);
  const asked = at === -1 ? [] : inTurn.slice(at);
  if (asked.length === 0 || asked.some(isAccepted)) return undefined;
  const before = inTurn.slice(0, at).toSorted((one, other) => endOfExchange(one) - endOfExchange(other));
  return { before: before.at(-1), waiting: asked.filter(isUnanswered) };
}
