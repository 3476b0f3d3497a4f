import type { Cause } from '../../contract/formats/run.ts';
import { idShowing } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { isGenerated } from '../../model/generated.ts';
import { akinTo, arePartsApart } from './apart.ts';
import { observedIn, type ExchangeOf } from './likeness.ts';
import type { Closeness } from './name-closeness.ts';

/** A mistake whose failures are known: of all checks just these fail by it. */
export type KnownFault = {
  readonly fault: string;
  /** The checks that are there to find it, and all that fail by it. */
  readonly named: readonly string[];
  readonly checks: ReadonlySet<string>;
  /** It upsets whatever comes behind it, so that any check may fail by it or none. */
  readonly failsAny?: boolean;
};

const mostLikely = 3;
/** With less in common two sets of failures are not of one kind. */
const leastShare = 0.3;
/** Beside one that fits much better, the others say nothing. */
const leastOfBest = 0.6;
/** Of as much in common, one whose name is told in so many words more is it. */
const muchCloser = 2;

/**
 * The known faults whose failures are most like these, by the share of both that they have in common; of as much in common
 * the one first whose name is told.
 */
export function likelyOf(
  checks: readonly string[],
  judged: ReadonlySet<string>,
  known: readonly KnownFault[],
  closeness: Closeness = () => 0,
): Cause['likely'] {
  const failed = new Set(checks);
  const isAsClose = (fault: string, best: string): boolean => closeness(best) - closeness(fault) < muchCloser;
  const likely = known
    .map((mistake) => ({ mistake, share: Math.round(100 * shareOf(mistake, failed, judged)) / 100 }))
    .filter(({ share }) => share >= leastShare)
    .toSorted((a, b) => b.share - a.share || closeness(b.mistake.fault) - closeness(a.mistake.fault));
  const [best] = likely;
  return (
    likely
      .filter(({ share }) => share >= leastOfBest * (best?.share ?? 0))
      .filter(({ share, mistake }) => share !== best?.share || isAsClose(mistake.fault, best.mistake.fault))
      // What may fail anything fits everything, and says nothing beside another.
      .filter(({ mistake }) => mistake === best?.mistake || mistake.failsAny !== true)
      .slice(0, mostLikely)
      .map(({ mistake: { fault }, share }) => ({ fault, share }))
  );
}

/**
 * What fails besides the checks that are there to find a mistake depends on the service that makes it, so that each of these
 * that passes weighs so little against it.
 */
const weightOfOthers = 0.1;

/** Of what fails here or by a mistake, the share that fails both times. What generated cases show is not known of most. */
function shareOf(mistake: KnownFault, failed: ReadonlySet<string>, judged: ReadonlySet<string>): number {
  const isMissed = (id: string): boolean => judged.has(id) && !failed.has(id);
  const met = count(failed, (id) => mistake.checks.has(id));
  const others = count(failed, (id) => !mistake.checks.has(id) && !isGenerated({ check: id }));
  const missed = count(mistake.checks, isMissed);
  const missedByName = count(mistake.named, isMissed);
  const missedOthers = missed - missedByName;
  if (mistake.failsAny !== true) return met / (met + others + missedByName + weightOfOthers * missedOthers || 1);
  // What may fail anything is known by what is there to find it, and no number of checks that pass says much against it.
  const isFound = mistake.named.some((id) => failed.has(id));
  return isFound ? met / (met + others + missedByName + weightOfOthers * Math.min(missedOthers, met) || 1) : 0;
}

function count(ids: Iterable<string>, is: (id: string) => boolean): number {
  let found = 0;
  for (const id of ids) if (is(id)) found += 1;
  return found;
}

type Group = readonly Finding[];

/** A mistake accounts for failures with which it has so much in common: with less they are as likely two that are unknown. */
const leastInCommon = 0.6;
/**
 * Of failures that have nothing in common by themselves it needs so much, and what passes weighs as much against it as what
 * fails speaks for it: of a mistake that fails hundreds of checks, any two that are unknown are a part.
 */
const leastInCommonOfApart = 0.6;
/** If nothing failed that is there to find it, it accounts for those only that are most of all it comes to. */
const leastMet = 0.6;

/**
 * The groups that the known fault accounts for which accounts best for most, and the others. It accounts for a group where
 * every check of it that is listed is among its failures; and for generated cases that show what one of these shows.
 */
export function coveredBy(
  groups: readonly Group[],
  judged: ReadonlySet<string>,
  known: readonly KnownFault[],
  exchangeOf?: ExchangeOf,
): readonly [covered: readonly Group[], rest: readonly Group[]] {
  const failed = new Set(idsIn(groups));
  const all = groups.map((group) => weighed(group, exchangeOf));
  let best: readonly Group[] = [];
  let most = 0;
  for (const mistake of known) {
    const { checks, named, failsAny } = mistake;
    // It would account for whatever else is wrong.
    if (failsAny === true) continue;
    const isFound = named.some((id) => failed.has(id));
    const met = count(checks, (id) => failed.has(id));
    if (!isFound && met < leastMet * count(checks, (id) => judged.has(id))) continue;
    const covered = met === 0 ? [] : inOne(accountedFor(all, mistake), mistake, judged, exchangeOf);
    if (covered.length < 2) continue;
    const ids = new Set(idsIn(covered));
    const share = shareOf(mistake, ids, judged);
    const weight = ids.size * share;
    if (share >= leastInCommon && weight > most) [best, most] = [covered, weight];
  }
  const chosen = new Set(best);
  return [best, groups.filter((group) => !chosen.has(group))];
}

/**
 * Of the groups that a mistake accounts for those that it may be told for: all that show one thing. Where they are apart, and
 * it comes to much else besides, only those that show what one of its own does; and none where nothing of its own is there.
 */
function inOne(
  covered: readonly Group[],
  mistake: KnownFault,
  judged: ReadonlySet<string>,
  exchangeOf?: ExchangeOf,
): readonly Group[] {
  if (covered.length < 2) return covered;
  const own = covered.filter((group) => group.some(({ check }) => mistake.named.includes(check)));
  if (own.length === 0) return covered.every(akinTo(covered.slice(0, 1), exchangeOf)) ? covered : [];
  if (!arePartsApart(covered, exchangeOf)) return covered;
  const ids = new Set(idsIn(covered));
  const met = count(ids, (id) => mistake.checks.has(id));
  const missed = count(mistake.checks, (id) => judged.has(id) && !ids.has(id));
  return met >= leastInCommonOfApart * (met + missed) ? covered : covered.filter(akinTo(own, exchangeOf));
}

/** What is asked of a group for each of some hundreds of faults: its listed checks, or all of them, and what its cases show. */
type Weighed = {
  readonly group: Group;
  readonly ids: readonly string[];
  readonly isOfCases: boolean;
  readonly shows: readonly string[];
};

function weighed(group: Group, exchangeOf?: ExchangeOf): Weighed {
  const listed = group.filter((finding) => !isGenerated(finding));
  const isOfCases = listed.length === 0;
  const ids = (isOfCases ? group : listed).map(({ check }) => check);
  return { group, ids, isOfCases, shows: [...new Set(group.map((finding) => shownBy(finding, exchangeOf)))] };
}

/** What came, and with which status: that a 200 and a 415 both have a body is nothing in common. */
function shownBy(finding: Finding, exchangeOf: ExchangeOf = () => undefined): string {
  const response = exchangeOf(idShowing(finding))?.response;
  return [observedIn(finding, exchangeOf), response?.is === 'answer' ? response.status : ''].join('\n');
}

function accountedFor(groups: readonly Weighed[], { checks }: KnownFault): readonly Group[] {
  const own = new Set(groups.filter(({ ids }) => ids.every((id) => checks.has(id))));
  if ([...own].every(({ isOfCases }) => isOfCases)) return [];
  const shown = new Set([...own].flatMap(({ shows }) => shows));
  const isLike = ({ isOfCases, shows }: Weighed): boolean => isOfCases && shows.every((what) => shown.has(what));
  return groups.filter((each) => own.has(each) || isLike(each)).map(({ group }) => group);
}

function idsIn(groups: readonly Group[]): readonly string[] {
  return groups.flat().map(({ check }) => check);
}
