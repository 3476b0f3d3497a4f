import { isUnanswered } from '../../classification/classify.ts';
import { isIntermittent, leadExchangeId } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import type { Cause } from '../../contract/formats/run.ts';
import { isGenerated } from '../../model/generated.ts';
import { defectIn, type ExchangeOf, isWithoutAnswer, groupKey, answerKey } from './likeness.ts';
import { affectedAnswersText } from './counted.ts';
import { joinConsequences, joinSiblings } from './follows.ts';
import {
  breadthRank,
  isEstimated,
  levelRank,
  showsLeak,
  sortFailures,
  takesManyCalls,
  usesMore,
} from './failure-order.ts';
import { splitByFault, likelyFaults, type KnownFault } from './likely.ts';
import { isRoot, simplerIn, clearestIn, type RootChecks } from './root.ts';
import { minShareInCommon, similarFault, withoutRivals } from './similar.ts';
import { explanationOf, withoutRepeats, type Explanation } from './explained/explained.ts';
import { isRaceCheck } from './explained/charges/only-at-once.ts';
import { withoutRacesBeside } from './races.ts';
import { titleOf } from './title.ts';
import { closenessTo } from './name-closeness.ts';
import { isOfStandstill, withStandstill, type Standstill } from './standstill.ts';
import { failsByIntermittentError, joinIntermittentErrors, type IntermittentError } from './intermittent-error.ts';
import { isAfterCrash, failureBeforeCrash, type Crash } from './crash.ts';

/** A cause of failures, with the finding that shows it best. */
export type { Cause };

/** What is known about a run for grouping its failures into causes. */
type CauseContext = {
  /** The ids of the checks that have a verdict, and in `ofEvery` those among them that judge every answer. */
  readonly judged: ReadonlySet<string>;
  readonly ofEvery?: ReadonlySet<string>;
  readonly known: readonly KnownFault[];
  readonly exchangeOf?: ExchangeOf | undefined;
  readonly crash?: Crash | undefined;
  readonly roots?: RootChecks;
  readonly unsteady?: IntermittentError | undefined;
  readonly standstill?: Standstill | undefined;
  readonly explained?: readonly Explanation[];
};

/**
 * The causes of the failures of a run, the heaviest first: each groups the same defect of an answer, or what one fault
 * or one rule accounts for. All failures behind a crash are one cause, the first among causes of the same weight.
 */
export function causesOf(failures: readonly Finding[], ofRun: CauseContext): readonly Cause[] {
  const { judged, known, ofEvery = new Set(), exchangeOf, crash, roots = new Map() } = ofRun;
  const { unsteady, standstill, explained = [] } = ofRun;
  const behind = crash === undefined ? [] : failures.filter((finding) => isAfterCrash(finding, crash));
  // Failures that a rule over the whole record explains are not attributed to a known fault.
  const byRule = explained.map(({ has }) => failures.filter((finding) => has(finding) && !behind.includes(finding)));
  const told = new Set([...behind, ...byRule.flat()]);
  const others = failures.filter((finding) => !told.has(finding));
  const alike = [...Map.groupBy(others, (finding) => groupKey(finding, exchangeOf) || finding.check).values()];
  const apart = withConsequences(
    joined(withGenerated(alike, exchangeOf), judged, known, exchangeOf),
    ofEvery,
    exchangeOf,
  );
  const still = withStandstill(joinIntermittentErrors(joinSiblings(apart, exchangeOf), unsteady), standstill);
  const followed = joinConsequences(still, exchangeOf);
  const { following } = followed;
  const groups = [...withoutRepeats(byRule), ...followed.groups];
  /** True for a length of audio from a check of every answer: a check that asks for audio to compare it says more. */
  const isComparedWithAll = (lead: Finding): boolean => isEstimated(lead) && ofEvery.has(lead.check);
  const knowledge = { judged, known, ofEvery, exchangeOf, roots, following, unsteady, standstill, explained };
  const causes = withoutRacesBeside(withoutRivals(groups.flatMap((group) => causeOf(group, knowledge)))).toSorted(
    (a, b) =>
      levelRank(a.group) - levelRank(b.group) ||
      Number(isRaceCheck(a.lead)) - Number(isRaceCheck(b.lead)) ||
      breadthRank(a.lead) - breadthRank(b.lead) ||
      // A leak matters most to the operator of the service.
      Number(!showsLeak(a.lead)) - Number(!showsLeak(b.lead)) ||
      Number(isEstimated(a.lead)) - Number(isEstimated(b.lead)) ||
      Number(isComparedWithAll(a.lead)) - Number(isComparedWithAll(b.lead)) ||
      Number(takesManyCalls(a.lead)) - Number(takesManyCalls(b.lead)) ||
      usesMore(a.lead, b.lead),
  );
  const heaviest = levelRank(behind);
  const at = causes.findIndex(({ group }) => levelRank(group) >= heaviest);
  return rootsFirst(
    causes.toSpliced(at === -1 ? causes.length : at, 0, ...crashCause(behind, knowledge, crash)),
    failures,
    { roots, explained },
  );
}

function heaviestOf(group: Group): Group {
  return group.filter((finding) => levelRank([finding]) === levelRank(group));
}

/**
 * The causes, first those that others may follow from; beside these no other cause names a similar known fault. A cause
 * counts among the first only if it has the heaviest weight of all failures.
 */
function rootsFirst(
  causes: readonly CauseGroup[],
  failures: Group,
  { roots, explained = [] }: Pick<Knowledge, 'roots' | 'explained'>,
): readonly Cause[] {
  const heaviest = levelRank(failures);
  const first = causes.filter(
    ({ group }) =>
      levelRank(group) === heaviest &&
      (explanationOf(group, explained)?.isRoot === true || isRoot(group, failures, roots)),
  );
  const others = causes.filter((told) => !first.includes(told)).map(({ cause }) => cause);
  return [
    ...first.map(({ cause }) => cause),
    ...others.map(({ similar, ...cause }) =>
      first.length === 0 && similar !== undefined ? { ...cause, similar } : cause,
    ),
  ];
}

/** The cause of all failures behind a crash, led by the failure about the request just before it, if there is one. */
function crashCause(behind: Group, knowledge: Knowledge, crash: Crash | undefined): ReturnType<typeof causeOf> {
  if (crash === undefined) return [];
  const shown = failureBeforeCrash(behind, crash, knowledge.known);
  const { firstFailed, requestCount, failed } = crash;
  const since = {
    request: firstFailed,
    of: requestCount,
    failed,
    ...(shown === undefined ? {} : { before: shown.before }),
  };
  return causeOf(behind, { ...knowledge, first: shown?.finding }).map(({ cause, ...told }) => ({
    ...told,
    cause: {
      ...cause,
      title: `from about request ${firstFailed} of ${requestCount} on no whole request succeeds: ${cause.title}`,
      since,
    },
  }));
}

type Group = readonly Finding[];

/**
 * Adds failures that only say what a server error lacks to the group of the server error itself: nobody repairs the
 * body of a server error. Had an answer with another status lacked the same, it would have been shown instead.
 */
function withConsequences(
  groups: readonly Group[],
  ofEvery: ReadonlySet<string>,
  exchangeOf: ExchangeOf = () => undefined,
): readonly Group[] {
  const isServerError = (id: string): boolean => {
    const response = exchangeOf(id)?.response;
    return response?.is === 'answer' && response.status >= 500;
  };
  const shownBy = ({ mismatches: [first] }: Finding): string => first?.exchange ?? '';
  const lacks = (group: Group): boolean =>
    group.every(
      (finding) => ofEvery.has(finding.check) && defectIn(finding).length > 0 && isServerError(shownBy(finding)),
    );
  const [following, others] = [groups.filter(lacks), groups.filter((group) => !lacks(group))];
  const whereTo = (group: Group): Group | undefined => {
    const shown = new Set(group.map(shownBy));
    return others.find((other) => other.some((finding) => shown.has(shownBy(finding))));
  };
  const added = Map.groupBy(following, whereTo);
  return [...others.map((group) => [group, ...(added.get(group) ?? [])].flat()), ...(added.get(undefined) ?? [])];
}

/** Adds generated cases to the group of listed checks that shows the same of the operation, if only one does. */
function withGenerated(groups: readonly Group[], exchangeOf?: ExchangeOf): readonly Group[] {
  const isOfCases = (group: Group): boolean => group.every(isGenerated);
  const [generated, listed] = [groups.filter(isOfCases), groups.filter((group) => !isOfCases(group))];
  const byFirst = Map.groupBy(listed, ([lead]) => (lead === undefined ? '' : answerKey(lead, exchangeOf)));
  const whereTo = (group: Group): Group | undefined => {
    const [lead] = group;
    const all = lead === undefined ? undefined : byFirst.get(answerKey(lead, exchangeOf));
    return all?.length === 1 ? all[0] : undefined;
  };
  const added = Map.groupBy(generated, whereTo);
  return [...listed.map((group) => [group, ...(added.get(group) ?? [])].flat()), ...(added.get(undefined) ?? [])];
}

/** Joins the groups that one known fault accounts for, beginning with the fault that accounts for most of them. */
function joined(
  groups: readonly Group[],
  judged: ReadonlySet<string>,
  known: readonly KnownFault[],
  exchangeOf?: ExchangeOf,
): readonly Group[] {
  const [covered, rest] = splitByFault(groups, judged, known, exchangeOf);
  if (covered.length < 2) return groups;
  return [covered.flat(), ...joined(rest, judged, known, exchangeOf)];
}

type Knowledge = {
  readonly judged: ReadonlySet<string>;
  readonly known: readonly KnownFault[];
  readonly ofEvery: ReadonlySet<string>;
  readonly exchangeOf: ExchangeOf | undefined;
  readonly roots: RootChecks;
  /** Findings that only follow from others: they say nothing about the fault. */
  readonly following: ReadonlySet<Finding>;
  readonly unsteady?: IntermittentError | undefined;
  readonly standstill?: Standstill | undefined;
  readonly explained?: readonly Explanation[];
  /** The finding that leads the cause, where the caller has chosen it. */
  readonly first?: Finding | undefined;
};

/** Least share in common for the checks of a known fault to lead a cause: below it, they and its name may mislead. */
const leastAlike = 0.8;

/** A cause with its failures, the one that shows it best first. */
type CauseGroup = { readonly cause: Cause; readonly lead: Finding; readonly group: Group };

/** The cause of these failures, led by the failure that shows it best; empty without failures. */
function causeOf(all: Group, knowledge: Knowledge): readonly CauseGroup[] {
  const { judged, known, ofEvery, exchangeOf, roots, following, unsteady, standstill } = knowledge;
  const { explained = [], first: given } = knowledge;
  const byChance = failsByIntermittentError(all, unsteady) ? unsteady : undefined;
  const rule = explanationOf(all, explained);
  const first = given ?? (byChance && all.find(isMustThatComesAndGoes)) ?? rule?.leadOf(heaviestOf(all), roots);
  const [group, after] = [false, true].map((is) => all.filter((finding) => following.has(finding) === is));
  if (group === undefined || after === undefined) return [];
  // A fault that upsets a service can fail any check: only the check that leads the cause tells which fault it is.
  const still = isOfStandstill(all, standstill) ? standstill : undefined;
  const telling = given ?? (rule?.isOfItsCheck === true ? first : undefined);
  const ofGiven = telling === undefined ? known : known.filter((fault) => fault.named.includes(telling.check));
  const possible = still === undefined && (rule === undefined || rule.isOfItsCheck === true) ? ofGiven : [];
  const closeness = closenessTo(group);
  const likely = likelyFaults([...new Set(group.map(({ check }) => check))], judged, possible, closeness);
  const [likeliest] = likely;
  // If exactly one known fault fails nearly the same checks, its own check did not fail by chance.
  const isSame = likely.filter(({ share }) => share >= minShareInCommon).length === 1;
  const isAlike = likeliest !== undefined && likeliest.share >= leastAlike;
  const named = (isAlike ? known.find(({ fault }) => fault === likeliest.fault)?.named : undefined) ?? [];
  const sorted = sortFailures(group, { named, isSame, ofEvery, exchangeOf, first });
  const similar = similarFault(sorted, likely, exchangeOf);
  // Where a similar fault is named, the check that finds it shows it best.
  const isOpen = first === undefined && similar === undefined && rule === undefined;
  const root = isOpen ? (clearestIn(sorted, { roots, ofEvery, exchangeOf }) ?? simplerIn(sorted, ofEvery)) : undefined;
  const own = root === undefined ? sorted : [root, ...sorted.filter((finding) => finding !== root)];
  const inOrder = [...own, ...after];
  const [lead] = inOrder;
  if (lead === undefined) return [];
  const checks = [...new Set(inOrder.map(({ check }) => check))];
  const shown = rule?.shownIn(lead);
  const exchange = shown?.exchange ?? lead.reproduces ?? lead.exchanges[0];
  const isOfUnsteady = byChance !== undefined || failsByIntermittentError([lead], unsteady);
  const counted = isOfUnsteady
    ? unsteady?.says
    : (still?.says ?? shown?.says ?? affectedAnswersText(inOrder, ofEvery) ?? lateIn(inOrder, exchangeOf));
  // Of known faults that fit equally well, the one that the leading check is there to find: its report names it too.
  const isOwn = (fault: string): number =>
    known.some((each) => each.fault === fault && each.named.includes(lead.check)) ? 1 : 0;
  const cause = {
    title:
      byChance?.title ??
      still?.title ??
      rule?.title ??
      titleOf(lead, [...new Set(own.map(({ check }) => check))], exchangeOf),
    checks,
    ...(exchange === undefined ? {} : { exchange }),
    ...(counted === undefined ? {} : { counted }),
    ...(shown?.run === undefined ? {} : { run: shown.run }),
    ...((isOfUnsteady || rule?.comesAndGoes === true) && { comesAndGoes: true as const }),
    ...(similar === undefined ? {} : { similar }),
    likely: likely.toSorted(
      (a, b) => b.share - a.share || closeness(b.fault) - closeness(a.fault) || isOwn(b.fault) - isOwn(a.fault),
    ),
  };
  return [{ cause, lead, group: inOrder }];
}

/** Says that no answer came in time, where all failures show that: it is what has to be repaired in any case. */
function lateIn(group: Group, exchangeOf: ExchangeOf = () => undefined): string | undefined {
  const isLate = (finding: Finding): boolean => {
    const shown = exchangeOf(leadExchangeId(finding));
    return isWithoutAnswer(finding) && shown !== undefined && isUnanswered(shown);
  };
  return group.every(isLate) ? 'What failed is that it does not answer in time.' : undefined;
}

/** True for a MUST that comes and goes: a failure of a lower level is not to lead a cause of this weight. */
function isMustThatComesAndGoes(finding: Finding): boolean {
  return finding.level === 'MUST' && isIntermittent(finding);
}
