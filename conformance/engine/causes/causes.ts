import type { Finding } from '../../model/run.ts';
import type { Cause } from '../../contract/formats/run.ts';
import { defectIn, type ExchangeOf, isGenerated, isUnended, likenessOf, seenIn } from './alike.ts';
import { coveredBy, likelyOf, type KnownMistake } from './likely.ts';
import { titleOf } from './title.ts';
import { closenessTo } from './told-words.ts';
import { isBehind, shownBefore, type Upset } from './upset.ts';

/** A cause of failures, with the finding that shows it best. */
export type { Cause };

const weights = { MUST: 0, HTTP: 1, SHOULD: 2 } as const;

/**
 * The failures of a run by what they have in common, the heaviest first: the same defect of an answer, or together what one
 * known mistake comes to. `judged` are the checks that the run has a verdict of, `ofEvery` those that hold of every answer.
 * What fails behind an upset fails by it, whatever it is about: of causes as heavy that comes first.
 */
export function causesOf(
  failures: readonly Finding[],
  judged: ReadonlySet<string>,
  known: readonly KnownMistake[],
  ofEvery: ReadonlySet<string> = new Set(),
  exchangeOf?: ExchangeOf,
  upset?: Upset,
): readonly Cause[] {
  const knowledge = { judged, known, ofEvery, exchangeOf };
  const behind = upset === undefined ? [] : failures.filter((finding) => isBehind(finding, upset));
  const others = failures.filter((finding) => !behind.includes(finding));
  const alike = [...Map.groupBy(others, (finding) => likenessOf(finding, exchangeOf) || finding.check).values()];
  const causes = withConsequences(joined(withGenerated(alike), judged, known), ofEvery, exchangeOf)
    .flatMap((group) => causeOf(group, knowledge))
    .toSorted((a, b) => weights[a.lead.level] - weights[b.lead.level] || breadthOf(a.lead) - breadthOf(b.lead));
  const heaviest = Math.min(...behind.map(({ level }) => weights[level]));
  const at = causes.findIndex(({ lead }) => weights[lead.level] >= heaviest);
  return causes
    .toSpliced(at === -1 ? causes.length : at, 0, ...upsetCause(behind, knowledge, upset))
    .map(({ cause }) => cause);
}

/** All that fails by an upset, first what is about the request just before it. */
function upsetCause(behind: Group, knowledge: Knowledge, upset: Upset | undefined): ReturnType<typeof causeOf> {
  if (upset === undefined) return [];
  const shown = shownBefore(behind, upset, knowledge.known);
  const { request, of, failed } = upset;
  const since = { request, of, failed, ...(shown === undefined ? {} : { before: shown.before }) };
  return causeOf(behind, { ...knowledge, first: shown?.finding }).map(({ cause, lead }) => ({
    cause: {
      ...cause,
      title: `from about request ${request} of ${of} on no whole request succeeds: ${cause.title}`,
      since,
    },
    lead,
  }));
}

/** What is wrong with every answer of a kind comes first: what is wrong with some of them may follow from it. */
function breadthOf({ mismatches: [first] }: Finding): number {
  return first?.answers !== undefined && first.answers.wrong === first.answers.judged ? 0 : 1;
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
function withGenerated(groups: readonly Group[]): readonly Group[] {
  const isOfCases = (group: Group): boolean => group.every(isGenerated);
  const [generated, listed] = [groups.filter(isOfCases), groups.filter((group) => !isOfCases(group))];
  const byFirst = Map.groupBy(listed, ([lead]) => (lead === undefined ? '' : seenIn(lead)));
  const whereTo = (group: Group): Group | undefined => {
    const [lead] = group;
    const all = lead === undefined ? undefined : byFirst.get(seenIn(lead));
    return all?.length === 1 ? all[0] : undefined;
  };
  const added = Map.groupBy(generated, whereTo);
  return [...listed.map((group) => [group, ...(added.get(group) ?? [])].flat()), ...(added.get(undefined) ?? [])];
}

/** Groups that one known mistake accounts for, the mistake that accounts for most of all first. */
function joined(
  groups: readonly Group[],
  judged: ReadonlySet<string>,
  known: readonly KnownMistake[],
): readonly Group[] {
  const [covered, rest] = coveredBy(groups, judged, known);
  if (covered.length < 2) return groups;
  return [covered.flat(), ...joined(rest, judged, known)];
}

type Knowledge = {
  readonly judged: ReadonlySet<string>;
  readonly known: readonly KnownMistake[];
  readonly ofEvery: ReadonlySet<string>;
  readonly exchangeOf: ExchangeOf | undefined;
  /** What shows best what all of them fail by. */
  readonly first?: Finding | undefined;
};

/** A mistake with less in common may be another one, and what finds it best, or its name in a report, leads astray. */
const leastAlike = 0.8;

/**
 * Of one level what is listed comes before what is generated, and what is there to find the likeliest mistake before what
 * fails with it. What holds of every answer comes behind what is about one thing in the same clause: it says less, and
 * its answer shows less by itself.
 */
function causeOf(
  group: Group,
  { judged, known, ofEvery, exchangeOf, first }: Knowledge,
): readonly { readonly cause: Cause; readonly lead: Finding }[] {
  // Any mistake that upsets a service fails any check: which it is only what shows it tells.
  const possible = first === undefined ? known : known.filter((mistake) => mistake.named.includes(first.check));
  const closeness = closenessTo(group);
  const likely = likelyOf([...new Set(group.map(({ check }) => check))], judged, possible, closeness);
  const [likeliest] = likely;
  // Where just these fail by it alone, what is there to find it is no matter of chance.
  const isSame = likely.filter(({ share }) => share === 1).length === 1;
  const isAlike = likeliest !== undefined && likeliest.share >= leastAlike;
  const named = (isAlike ? known.find(({ fault }) => fault === likeliest.fault)?.named : undefined) ?? [];
  const clauses = new Set(group.flatMap(({ check, clause }) => (named.includes(check) ? [clause] : [])));
  // What shows only beside other requests is shown best by a check that sends these.
  const isShownAlone = ({ reproduce }: Finding): boolean => !reproduce.startsWith('npx ');
  const ofAll = new Set(
    group.flatMap((finding) => (ofEvery.has(finding.check) && isShownAlone(finding) ? defectIn(finding) : [])),
  );
  const nearness = (finding: Finding): number => {
    const { check, clause } = finding;
    const isOfEvery = ofEvery.has(check);
    // Which mistake keeps it from ending, nobody can tell by what fails with it.
    if (isUnended(finding) && isOfItsOperation(finding, exchangeOf)) return 0;
    // What all answers of a kind have wrong is no matter of the one thing that another check asks for.
    if (named.includes(check)) return !isOfEvery ? 1 : breadthOf(finding) === 0 ? 0 : isSame ? 2 : 4;
    // The same defect of an answer: what is about nothing else names it best.
    const [defect] = defectIn(finding);
    if (defect !== undefined && ofAll.has(defect)) return isOfEvery ? 5 : 6;
    return clauses.has(clause) && !isOfEvery ? 3 : 7;
  };
  const placeOf = (finding: Finding): readonly number[] => [
    finding === first ? 0 : 1,
    weights[finding.level],
    isGenerated(finding) ? 1 : 0,
    nearness(finding),
    ofEvery.has(finding.check) ? 1 : 0,
    isOfItsOperation(finding, exchangeOf) ? 0 : 1,
    isShownAlone(finding) ? 0 : 1,
    // Of a defect that many calls met, a single call shows more.
    finding.exchanges.length,
  ];
  const inOrder = group.toSorted((a, b) => compared(placeOf(a), placeOf(b)));
  const [lead] = inOrder;
  if (lead === undefined) return [];
  const checks = [...new Set(inOrder.map(({ check }) => check))];
  const exchange = lead.reproduces ?? lead.exchanges[0];
  // Of mistakes with as much in common the one that this failure is there to find: its report says so too.
  const isOwn = (fault: string): number =>
    known.some((each) => each.fault === fault && each.named.includes(lead.check)) ? 1 : 0;
  const cause = {
    title: titleOf(lead, checks, exchangeOf),
    checks,
    ...(exchange === undefined ? {} : { exchange }),
    likely: likely.toSorted(
      (a, b) => b.share - a.share || closeness(b.fault) - closeness(a.fault) || isOwn(b.fault) - isOwn(a.fault),
    ),
  };
  return [{ cause, lead }];
}

/** Whether a check of streams shows a stream: what a check of metering shows of one says less. */
function isOfItsOperation({ check, mismatches: [first] }: Finding, exchangeOf: ExchangeOf | undefined): boolean {
  const operation = exchangeOf?.(first?.exchange ?? '')?.operation;
  return operation !== undefined && check.startsWith(`${operation}.`);
}

/** By the first number that differs. */
function compared(one: readonly number[], other: readonly number[]): number {
  return one.map((place, at) => place - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
