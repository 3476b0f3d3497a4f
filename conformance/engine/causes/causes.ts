import { isUnanswered } from '../../classification/classify.ts';
import { comesAndGoes, idShowing } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import type { Cause } from '../../contract/formats/run.ts';
import { isGenerated } from '../../model/generated.ts';
import { defectIn, type ExchangeOf, isWithoutAnswer, isWithoutContent, likenessOf, seenIn, shows } from './likeness.ts';
import { isAboutLeaks } from './check-id.ts';
import { countedIn } from './counted.ts';
import { withFollowing, withSiblings } from './follows.ts';
import { breadthOf, inOrderOf, weightOf } from './failure-order.ts';
import { coveredBy, likelyOf, type KnownFault } from './likely.ts';
import { fewCalls, isRoot, plainerIn, rootIn, type Roots } from './root.ts';
import { leastSame, similarOf, withoutRivals } from './similar.ts';
import { explainedOf, withoutRepeats, type Explained } from './explained/explained.ts';
import { isOfRaces } from './explained/charges/only-at-once.ts';
import { withoutRacesBeside } from './races.ts';
import { titleOf } from './title.ts';
import { closenessTo } from './name-closeness.ts';
import { isOfStandstill, withStandstill, type Standstill } from './standstill.ts';
import { isUnsteady, withUnsteady, type Unsteady } from './unsteady.ts';
import { isBehind, shownBefore, type Crash } from './crash.ts';

/** A cause of failures, with the finding that shows it best. */
export type { Cause };

/** What is known of a run, by which its failures are told apart. */
type KnownOfRun = {
  /** The checks that the run has a verdict of, and of these `ofEvery` those that hold of every answer. */
  readonly judged: ReadonlySet<string>;
  readonly ofEvery?: ReadonlySet<string>;
  readonly known: readonly KnownFault[];
  readonly exchangeOf?: ExchangeOf | undefined;
  readonly crash?: Crash | undefined;
  readonly roots?: Roots;
  readonly unsteady?: Unsteady | undefined;
  readonly standstill?: Standstill | undefined;
  readonly explained?: readonly Explained[];
};

/**
 * The failures of a run by what they have in common, the heaviest first: the same defect of an answer, or together what one
 * known fault comes to. What fails behind a crash fails by it, whatever it is about: of causes as heavy that comes first.
 */
export function causesOf(failures: readonly Finding[], ofRun: KnownOfRun): readonly Cause[] {
  const { judged, known, ofEvery = new Set(), exchangeOf, crash, roots = new Map() } = ofRun;
  const { unsteady, standstill, explained = [] } = ofRun;
  const behind = crash === undefined ? [] : failures.filter((finding) => isBehind(finding, crash));
  // What one rule of the whole record explains, no known fault is told for.
  const byRule = explained.map(({ has }) => failures.filter((finding) => has(finding) && !behind.includes(finding)));
  const told = new Set([...behind, ...byRule.flat()]);
  const others = failures.filter((finding) => !told.has(finding));
  const alike = [...Map.groupBy(others, (finding) => likenessOf(finding, exchangeOf) || finding.check).values()];
  const apart = withConsequences(
    joined(withGenerated(alike, exchangeOf), judged, known, exchangeOf),
    ofEvery,
    exchangeOf,
  );
  const still = withStandstill(withUnsteady(withSiblings(apart, exchangeOf), unsteady), standstill);
  const followed = withFollowing(still, exchangeOf);
  const { following } = followed;
  const groups = [...withoutRepeats(byRule), ...followed.groups];
  /** How long audio is that was compared with all of the run says less than where it was asked for to be compared. */
  const isComparedWithAll = (lead: Finding): boolean => isEstimated(lead) && ofEvery.has(lead.check);
  const knowledge = { judged, known, ofEvery, exchangeOf, roots, following, unsteady, standstill, explained };
  const causes = withoutRacesBeside(withoutRivals(groups.flatMap((group) => causeOf(group, knowledge)))).toSorted(
    (a, b) =>
      weightOf(a.group) - weightOf(b.group) ||
      Number(isOfRaces(a.lead)) - Number(isOfRaces(b.lead)) ||
      breadthOf(a.lead) - breadthOf(b.lead) ||
      // Nothing else matters as much to whoever runs the service.
      Number(!showsLeak(a.lead)) - Number(!showsLeak(b.lead)) ||
      Number(isEstimated(a.lead)) - Number(isEstimated(b.lead)) ||
      Number(isComparedWithAll(a.lead)) - Number(isComparedWithAll(b.lead)) ||
      Number(takesManyCalls(a.lead)) - Number(takesManyCalls(b.lead)) ||
      usesMore(a.lead, b.lead),
  );
  const heaviest = weightOf(behind);
  const at = causes.findIndex(({ group }) => weightOf(group) >= heaviest);
  return rootsFirst(
    causes.toSpliced(at === -1 ? causes.length : at, 0, ...crashCause(behind, knowledge, crash)),
    failures,
    { roots, explained },
  );
}

function heaviestOf(group: Group): Group {
  return group.filter((finding) => weightOf([finding]) === weightOf(group));
}

/** Of whom nothing came, nothing came to anybody else. */
function showsLeak(lead: Finding): boolean {
  return isAboutLeaks(lead.check) && !isWithoutContent(lead);
}

/** How long audio is, and whether that is long enough, follows from what is broken in its bytes, and not the other way. */
function isEstimated(lead: Finding): boolean {
  return shows(lead, 'length');
}

/** What a sequence of many calls shows, others may show by fewer: these are read first. */
function takesManyCalls({ exchanges }: Finding): boolean {
  return new Set(exchanges).size > fewCalls;
}

/** Where something is charged, a longer sequence may have in it what a shorter one shows by itself. */
function usesMore(one: Finding, other: Finding): number {
  const [a, b] = [one, other].map(({ ledger = [] }) => ledger.length);
  if (!a || !b) return 0;
  return Number(isGenerated(one)) - Number(isGenerated(other)) || a - b;
}

/**
 * What others may follow from comes first, and then nobody is sent to a fault that is like one of these. Of less weight it is
 * what others follow from only where nothing weighs more.
 */
function rootsFirst(
  causes: readonly CauseGroup[],
  failures: Group,
  { roots, explained = [] }: Pick<Knowledge, 'roots' | 'explained'>,
): readonly Cause[] {
  const heaviest = weightOf(failures);
  const first = causes.filter(
    ({ group }) =>
      weightOf(group) === heaviest &&
      (explainedOf(group, explained)?.isRoot === true || isRoot(group, failures, roots)),
  );
  const others = causes.filter((told) => !first.includes(told)).map(({ cause }) => cause);
  return [
    ...first.map(({ cause }) => cause),
    ...others.map(({ similar, ...cause }) =>
      first.length === 0 && similar !== undefined ? { ...cause, similar } : cause,
    ),
  ];
}

/** All that fails by a crash, first what is about the request just before it. */
function crashCause(behind: Group, knowledge: Knowledge, crash: Crash | undefined): ReturnType<typeof causeOf> {
  if (crash === undefined) return [];
  const shown = shownBefore(behind, crash, knowledge.known);
  const { request, of, failed } = crash;
  const since = { request, of, failed, ...(shown === undefined ? {} : { before: shown.before }) };
  return causeOf(behind, { ...knowledge, first: shown?.finding }).map(({ cause, ...told }) => ({
    ...told,
    cause: {
      ...cause,
      title: `from about request ${request} of ${of} on no whole request succeeds: ${cause.title}`,
      since,
    },
  }));
}

type Group = readonly Finding[];

/**
 * What a server error lacks goes to the failure that it is one: nobody mends its body. An answer of another status that
 * lacks the same would have been shown instead.
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

/** What generated cases show goes to what listed ones do, where these show the same of one operation in one place alone. */
function withGenerated(groups: readonly Group[], exchangeOf?: ExchangeOf): readonly Group[] {
  const isOfCases = (group: Group): boolean => group.every(isGenerated);
  const [generated, listed] = [groups.filter(isOfCases), groups.filter((group) => !isOfCases(group))];
  const byFirst = Map.groupBy(listed, ([lead]) => (lead === undefined ? '' : seenIn(lead, exchangeOf)));
  const whereTo = (group: Group): Group | undefined => {
    const [lead] = group;
    const all = lead === undefined ? undefined : byFirst.get(seenIn(lead, exchangeOf));
    return all?.length === 1 ? all[0] : undefined;
  };
  const added = Map.groupBy(generated, whereTo);
  return [...listed.map((group) => [group, ...(added.get(group) ?? [])].flat()), ...(added.get(undefined) ?? [])];
}

/** Groups that one known fault accounts for, the fault that accounts for most of all first. */
function joined(
  groups: readonly Group[],
  judged: ReadonlySet<string>,
  known: readonly KnownFault[],
  exchangeOf?: ExchangeOf,
): readonly Group[] {
  const [covered, rest] = coveredBy(groups, judged, known, exchangeOf);
  if (covered.length < 2) return groups;
  return [covered.flat(), ...joined(rest, judged, known, exchangeOf)];
}

type Knowledge = {
  readonly judged: ReadonlySet<string>;
  readonly known: readonly KnownFault[];
  readonly ofEvery: ReadonlySet<string>;
  readonly exchangeOf: ExchangeOf | undefined;
  readonly roots: Roots;
  /** What only follows from others tells nothing of the fault. */
  readonly following: ReadonlySet<Finding>;
  readonly unsteady?: Unsteady | undefined;
  readonly standstill?: Standstill | undefined;
  readonly explained?: readonly Explained[];
  /** What shows best what all of them fail by. */
  readonly first?: Finding | undefined;
};

/** A fault with less in common may be another one, and what finds it best, or its name in a report, leads astray. */
const leastAlike = 0.8;

/** A cause with its failures, the one that shows it best first. */
type CauseGroup = { readonly cause: Cause; readonly lead: Finding; readonly group: Group };

/** The cause of these, by what shows it best. */
function causeOf(all: Group, knowledge: Knowledge): readonly CauseGroup[] {
  const { judged, known, ofEvery, exchangeOf, roots, following, unsteady, standstill } = knowledge;
  const { explained = [], first: given } = knowledge;
  const byChance = isUnsteady(all, unsteady) ? unsteady : undefined;
  const rule = explainedOf(all, explained);
  const first = given ?? (byChance && all.find(isMustThatComesAndGoes)) ?? rule?.leadOf(heaviestOf(all), roots);
  const [group, after] = [false, true].map((is) => all.filter((finding) => following.has(finding) === is));
  if (group === undefined || after === undefined) return [];
  // Any fault that upsets a service fails any check: which it is only what shows it tells.
  const still = isOfStandstill(all, standstill) ? standstill : undefined;
  const telling = given ?? (rule?.isOfItsCheck === true ? first : undefined);
  const ofGiven = telling === undefined ? known : known.filter((fault) => fault.named.includes(telling.check));
  const possible = still === undefined && (rule === undefined || rule.isOfItsCheck === true) ? ofGiven : [];
  const closeness = closenessTo(group);
  const likely = likelyOf([...new Set(group.map(({ check }) => check))], judged, possible, closeness);
  const [likeliest] = likely;
  // Where nearly just these fail by it alone, what is there to find it is no matter of chance.
  const isSame = likely.filter(({ share }) => share >= leastSame).length === 1;
  const isAlike = likeliest !== undefined && likeliest.share >= leastAlike;
  const named = (isAlike ? known.find(({ fault }) => fault === likeliest.fault)?.named : undefined) ?? [];
  const sorted = inOrderOf(group, { named, isSame, ofEvery, exchangeOf, first });
  const similar = similarOf(sorted, likely, exchangeOf);
  // What finds a fault that is told apart shows it best.
  const isOpen = first === undefined && similar === undefined && rule === undefined;
  const root = isOpen ? (rootIn(sorted, { roots, ofEvery, exchangeOf }) ?? plainerIn(sorted, ofEvery)) : undefined;
  const own = root === undefined ? sorted : [root, ...sorted.filter((finding) => finding !== root)];
  const inOrder = [...own, ...after];
  const [lead] = inOrder;
  if (lead === undefined) return [];
  const checks = [...new Set(inOrder.map(({ check }) => check))];
  const shown = rule?.shownIn(lead);
  const exchange = shown?.exchange ?? lead.reproduces ?? lead.exchanges[0];
  const isOfUnsteady = byChance !== undefined || isUnsteady([lead], unsteady);
  const counted = isOfUnsteady
    ? unsteady?.says
    : (still?.says ?? shown?.says ?? countedIn(inOrder, ofEvery) ?? lateIn(inOrder, exchangeOf));
  // Of mistakes with as much in common the one that this failure is there to find: its report says so too.
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

/** Where checks are about something else than whether an answer comes, that it does not is what has to be mended. */
function lateIn(group: Group, exchangeOf: ExchangeOf = () => undefined): string | undefined {
  const isLate = (finding: Finding): boolean => {
    const shown = exchangeOf(idShowing(finding));
    return isWithoutAnswer(finding) && shown !== undefined && isUnanswered(shown);
  };
  return group.every(isLate) ? 'What failed is that it does not answer in time.' : undefined;
}

/** A MUST, so that what weighs least does not show what weighs most. */
function isMustThatComesAndGoes(finding: Finding): boolean {
  return finding.level === 'MUST' && comesAndGoes(finding);
}
