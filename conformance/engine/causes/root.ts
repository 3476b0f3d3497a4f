import { isFirstCall } from '../../model/exchange-id.ts';
import type { Mismatch } from '../../model/check.ts';
import type { Finding } from '../../model/run.ts';
import { defectIn, subjectIn, topicOf, type ExchangeOf } from './likeness.ts';
import { isShownAlone } from './shown-alone.ts';

/** Checks of what requests share, by whether they are told before all that fails with them, or where that is a cause of its own. */
export type Roots = ReadonlyMap<string, 'always' | 'alone'>;

type Group = readonly Finding[];

type Knowledge = {
  readonly roots: Roots;
  readonly ofEvery: ReadonlySet<string>;
  readonly exchangeOf?: ExchangeOf | undefined;
};

/** An answer or two may be cut short by chance; so many are a rule. */
const leastWrong = 3;
/** What one of more calls than these shows, seems to be a matter of how they were asked. */
export const fewCalls = 8;

/**
 * The failure that shows best what its group fails by, whatever else was to come first: what requests share that should not,
 * or the rule that counts in how many of all answers the defect is which the first shows in one, or of that kind where the
 * first shows it in one of many calls.
 */
export function rootIn(
  inOrder: Group,
  { roots, ofEvery, exchangeOf = () => undefined }: Knowledge,
): Finding | undefined {
  const [first] = inOrder;
  // Of less weight it shows what is less than what its group fails by: that is told, and read, first.
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
    // What shows only behind other requests, a few calls show better that send these.
    const isShown = isShownAlone(finding) || (isWider && calls === 1) || ofMany;
    return isShown && (defectIn(finding)[0] === defect || (ofMany && subjectIn(finding) === subjectIn(first)));
  });
}

/** So many calls are as plain as what a sequence of many can be told by. */
const plainCalls = 4;

/**
 * Where many calls show it, such as conversations at once, a failure of the same topic that a few show: what fails there too
 * is no matter of how many there were. The first itself where there is none.
 */
export function plainerIn(inOrder: Group, ofEvery: ReadonlySet<string>): Finding | undefined {
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
 * Whether a cause comes first, as others may follow from it: what requests share fails the checks that happen to be under way
 * then. Where another check of its topic fails, that says without other requests what is wrong.
 */
export function isRoot(group: Group, failures: Group, roots: Roots): boolean {
  const [lead] = group;
  if (group.some(({ check }) => roots.get(check) === 'always')) return true;
  if (lead === undefined || roots.get(lead.check) === undefined) return false;
  const topic = topicOf(lead.check);
  return failures.every((finding) => group.includes(finding) || topicOf(finding.check) !== topic);
}
