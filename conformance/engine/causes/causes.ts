import type { Finding } from '../../model/run.ts';
import type { Cause } from '../../contract/formats/run.ts';
import { isGenerated, likenessOf, seenIn, type ExchangeOf } from './alike.ts';
import { coveredBy, likelyOf, type KnownMistake } from './likely.ts';
import { titleOf } from './title.ts';

/** A cause of failures, with the finding that shows it best. */
export type { Cause };

const weights = { MUST: 0, HTTP: 1, SHOULD: 2 } as const;

/**
 * The failures of a run by what they have in common, the heaviest first: the same defect of an answer, or together what one
 * known mistake comes to. `judged` are the checks that the run has a verdict of, `ofEvery` those that hold of every answer.
 */
export function causesOf(
  failures: readonly Finding[],
  judged: ReadonlySet<string>,
  known: readonly KnownMistake[],
  ofEvery: ReadonlySet<string> = new Set(),
  exchangeOf?: ExchangeOf,
): readonly Cause[] {
  const alike = [...Map.groupBy(failures, (finding) => likenessOf(finding, exchangeOf) || finding.check).values()];
  return joined(withGenerated(alike), judged, known)
    .flatMap((group) => causeOf(group, { judged, known, ofEvery, exchangeOf }))
    .toSorted((a, b) => weights[a.lead.level] - weights[b.lead.level])
    .map(({ cause }) => cause);
}

type Group = readonly Finding[];

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
};

/**
 * Of one level what is listed comes before what is generated, and what is there to find the likeliest mistake before what
 * fails with it. What holds of every answer comes behind what is about one thing in the same clause: it says less, and
 * its answer shows less by itself.
 */
function causeOf(
  group: Group,
  { judged, known, ofEvery, exchangeOf }: Knowledge,
): readonly { readonly cause: Cause; readonly lead: Finding }[] {
  const likely = likelyOf([...new Set(group.map(({ check }) => check))], judged, known);
  const named = known.find(({ fault }) => fault === likely[0]?.fault)?.named ?? [];
  const clauses = new Set(group.flatMap(({ check, clause }) => (named.includes(check) ? [clause] : [])));
  const nearness = ({ check, clause }: Finding): number => {
    if (named.includes(check)) return ofEvery.has(check) ? 2 : 0;
    return clauses.has(clause) && !ofEvery.has(check) ? 1 : 3;
  };
  const placeOf = (finding: Finding): readonly number[] => [
    weights[finding.level],
    isGenerated(finding) ? 1 : 0,
    nearness(finding),
    ofEvery.has(finding.check) ? 1 : 0,
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
    likely: likely.toSorted((a, b) => b.share - a.share || isOwn(b.fault) - isOwn(a.fault)),
  };
  return [{ cause, lead }];
}

/** By the first number that differs. */
function compared(one: readonly number[], other: readonly number[]): number {
  return one.map((place, at) => place - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
