import type { Cause } from '../../contract/formats/run.ts';
import { leadExchangeId } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { isGenerated } from '../../model/generated.ts';
import { showsSameAs, areUnrelated } from './apart.ts';
import { observedIn, type ExchangeOf } from './likeness.ts';
import type { Closeness } from './name-closeness.ts';

/** A mistake whose failures are known: exactly these checks fail by it. */
export type KnownFault = {
  readonly fault: string;
  /** The checks that are there to find it (`named`), and all checks that fail by it (`checks`). */
  readonly named: readonly string[];
  readonly checks: ReadonlySet<string>;
  /** It upsets whatever comes after it, so that any check may fail by it, or none. */
  readonly failsAny?: boolean;
};

const mostLikely = 3;
/** Least share in common with a likely fault: with less, two sets of failures are not of one kind. */
const leastShare = 0.3;
/**
 * Least part of the best share that another likely fault has to have: beside a fault that fits much better it says
 * nothing.
 */
const leastOfBest = 0.6;
/** Of faults with the best share, one is left out if the failures mention this many words fewer of its name. */
const muchCloser = 2;

/**
 * The known faults whose failures are most like these, by the share of both that they have in common; of faults with
 * the same share first the fault whose name the failures mention.
 */
export function likelyFaults(
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
      // A fault that may fail any check fits everything, and says nothing beside another fault.
      .filter(({ mistake }) => mistake === best?.mistake || mistake.failsAny !== true)
      .slice(0, mostLikely)
      .map(({ mistake: { fault }, share }) => ({ fault, share }))
  );
}

/**
 * Weight of a check that passes here and fails by a mistake without being there to find it. It is low, because which of
 * these checks fail depends on the service that makes the mistake.
 */
const weightOfOthers = 0.1;

/**
 * Of what fails here or by a mistake, the share that fails both times. For most mistakes no failures of generated cases
 * are known, so that these do not count against a mistake.
 */
function shareOf(mistake: KnownFault, failed: ReadonlySet<string>, judged: ReadonlySet<string>): number {
  const isMissed = (id: string): boolean => judged.has(id) && !failed.has(id);
  const met = count(failed, (id) => mistake.checks.has(id));
  const others = count(failed, (id) => !mistake.checks.has(id) && !isGenerated({ check: id }));
  const missed = count(mistake.checks, isMissed);
  const missedByName = count(mistake.named, isMissed);
  const missedOthers = missed - missedByName;
  if (mistake.failsAny !== true) return met / (met + others + missedByName + weightOfOthers * missedOthers || 1);
  // Such a fault is known by the checks that are there to find it: any number of passing checks says little against it.
  const isFound = mistake.named.some((id) => failed.has(id));
  return isFound ? met / (met + others + missedByName + weightOfOthers * Math.min(missedOthers, met) || 1) : 0;
}

function count(ids: Iterable<string>, is: (id: string) => boolean): number {
  let found = 0;
  for (const id of ids) if (is(id)) found += 1;
  return found;
}

type Group = readonly Finding[];

/** Least share in common for a mistake to account for failures: with less, two unknown mistakes are as likely. */
const leastInCommon = 0.6;
/**
 * The same bound for failures that have nothing in common by themselves. A check that passes then weighs as much
 * against the mistake as a check that fails weighs for it: a mistake that fails hundreds of checks includes any two
 * failures of unknown mistakes.
 */
const leastInCommonOfApart = 0.6;
/**
 * Least share of the checks that fail by a mistake which have to fail here, if no check fails that is there to find it.
 */
const leastMet = 0.6;

/**
 * The groups that one known fault accounts for, and the other groups; the fault is the one that accounts best for most.
 * A fault accounts for a group if every listed check of the group fails by it, and for generated cases that show what
 * such a group shows.
 */
export function splitByFault(
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
    // Such a fault would account for anything else that is wrong.
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
 * Of the groups that a mistake accounts for, those that may be reported as that mistake. If no check fails that is
 * there to find the mistake, these are all groups, provided that all show the same, or none. If the groups have nothing
 * in common, and the mistake fails much else, these are only the groups that show what such a check shows.
 */
function inOne(
  covered: readonly Group[],
  mistake: KnownFault,
  judged: ReadonlySet<string>,
  exchangeOf?: ExchangeOf,
): readonly Group[] {
  if (covered.length < 2) return covered;
  const own = covered.filter((group) => group.some(({ check }) => mistake.named.includes(check)));
  if (own.length === 0) return covered.every(showsSameAs(covered.slice(0, 1), exchangeOf)) ? covered : [];
  if (!areUnrelated(covered, exchangeOf)) return covered;
  const ids = new Set(idsIn(covered));
  const met = count(ids, (id) => mistake.checks.has(id));
  const missed = count(mistake.checks, (id) => judged.has(id) && !ids.has(id));
  return met >= leastInCommonOfApart * (met + missed) ? covered : covered.filter(showsSameAs(own, exchangeOf));
}

/**
 * What some hundreds of faults are compared with in a group: its listed checks (or all checks, where all are generated
 * cases), and what its findings show.
 */
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

/** What came, with its status: that a 200 and a 415 both have a body is nothing in common. */
function shownBy(finding: Finding, exchangeOf: ExchangeOf = () => undefined): string {
  const response = exchangeOf(leadExchangeId(finding))?.response;
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
