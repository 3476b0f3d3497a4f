import { isFirstCall } from '../../model/exchange-id.ts';
import type { Mismatch } from '../../model/check.ts';
import type { Finding } from '../../model/run.ts';
import { defectIn, subjectIn, topicOf, type ExchangeOf } from './likeness.ts';
import { isShownAlone } from './shown-alone.ts';

/**
 * Checks that fail where requests share what they should not, by when they are reported first: always, or only where
 * their failure is a cause of its own.
 */
export type RootChecks = ReadonlyMap<string, 'always' | 'alone'>;

type Group = readonly Finding[];

type Knowledge = {
  readonly roots: RootChecks;
  readonly ofEvery: ReadonlySet<string>;
  readonly exchangeOf?: ExchangeOf | undefined;
};

/** Fewest wrong answers that count as a rule: one or two answers may be cut short by chance. */
const leastWrong = 3;
/** Most requests of a failure that count as few: with more, the failure seems to depend on how they were sent. */
export const fewCalls = 8;

/**
 * The failure that shows best what its group fails by, whatever else comes first; undefined where there is none. It is
 * a check of what requests share; or the check of every answer that counts the defect of the first failure; or, where
 * the first failure takes many requests, a check of every answer that counts a defect of the same part.
 */
export function clearestIn(
  inOrder: Group,
  { roots, ofEvery, exchangeOf = () => undefined }: Knowledge,
): Finding | undefined {
  const [first] = inOrder;
  // Such a check of a lower level shows less than what its group fails by, and its group is read for the heavier
  // failure.
  const shared = inOrder.find(({ check, level }) => level === first?.level && roots.get(check) === 'always');
  if (shared !== undefined) return shared;
  const [defect] = first === undefined ? [] : defectIn(first);
  if (first === undefined || defect === undefined) return undefined;
  const calls = new Set(first.exchanges).size;
  const sent = new Set(inOrder.flatMap(({ check, exchanges }) => (ofEvery.has(check) ? [] : exchanges))).size;
  return inOrder.find((finding) => {
    const [shown] = finding.mismatches;
    const wrong = shown?.answers?.wrong ?? 0;
    if (!ofEvery.has(finding.check) || finding.level !== first.level || wrong < leastWrong) return false;
    const isWider = wrong > sent && isShownFirst(shown, exchangeOf);
    const ofMany = isWider && calls > fewCalls;
    // What shows only behind other requests is better shown by a few calls that send these.
    const isShown = isShownAlone(finding) || (isWider && calls === 1) || ofMany;
    return isShown && (defectIn(finding)[0] === defect || (ofMany && subjectIn(finding) === subjectIn(first)));
  });
}

/** Most requests of a failure that can replace the failure of a long sequence. */
const plainCalls = 4;

/**
 * The first failure; or, if it takes many requests (such as conversations at once), a failure of the same topic that
 * takes few. If that fails too, the number of requests does not matter.
 */
export function simplerIn(inOrder: Group, ofEvery: ReadonlySet<string>): Finding | undefined {
  const [first] = inOrder;
  if (first === undefined || ofEvery.has(first.check) || new Set(first.exchanges).size <= fewCalls) return first;
  const plainer = inOrder.find(
    (finding) =>
      finding.level === first.level &&
      topicOf(finding.check) === topicOf(first.check) &&
      !ofEvery.has(finding.check) &&
      new Set(finding.exchanges).size <= plainCalls,
  );
  return plainer ?? first;
}

function isShownFirst(shown: Mismatch | undefined, exchangeOf: ExchangeOf): boolean {
  const exchange = exchangeOf(shown?.exchange ?? '');
  return exchange !== undefined && isFirstCall(exchange);
}

/**
 * Whether a cause comes first because others may follow from it: shared state fails the checks that happen to be under
 * way. If another check of its topic fails outside the group, that check shows the defect without other requests.
 */
export function isRoot(group: Group, failures: Group, roots: RootChecks): boolean {
  const [lead] = group;
  if (group.some(({ check }) => roots.get(check) === 'always')) return true;
  if (lead === undefined || roots.get(lead.check) === undefined) return false;
  const topic = topicOf(lead.check);
  return failures.every((finding) => group.includes(finding) || topicOf(finding.check) !== topic);
}
