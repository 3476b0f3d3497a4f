import type { Finding } from '../../model/run.ts';
import type { Cause } from '../../contract/formats/run.ts';
import { likenessOf, seenIn, topicOf } from './alike.ts';
import { coveredBy, likelyOf, type KnownMistake } from './likely.ts';

/** A cause of failures, with the finding that shows it best. */
export type { Cause };

/** What is weighed of failures before they are told: as heavy as its level, and a special check before a general one. */
const weights = { MUST: 0, HTTP: 1, SHOULD: 2 } as const;

/**
 * The failures of a run by what they have in common, the heaviest first: the same defect of an answer, or together what one
 * known mistake comes to. `judged` are the checks that the run has a verdict of.
 */
export function causesOf(
  failures: readonly Finding[],
  judged: ReadonlySet<string>,
  known: readonly KnownMistake[],
): readonly Cause[] {
  const alike = [...Map.groupBy(failures, (finding) => likenessOf(finding) || finding.check).values()];
  return joined(withGenerated(alike), judged, known)
    .map((group) => group.toSorted(bySpeciality))
    .toSorted(([a], [b]) => (a === undefined || b === undefined ? 0 : weights[a.level] - weights[b.level]))
    .flatMap((group) => causeOf(group, judged, known));
}

type Group = readonly Finding[];

/** What generated cases show goes to what listed ones do, where these show the same of one operation in one place alone. */
function withGenerated(groups: readonly Group[]): readonly Group[] {
  const isGenerated = (group: Group): boolean => group.every(({ check }) => check.includes('.generated/'));
  const [generated, listed] = [groups.filter(isGenerated), groups.filter((group) => !isGenerated(group))];
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

/** Of one level what is about one thing comes before what is generated, and that before what holds of every answer. */
function bySpeciality(a: Finding, b: Finding): number {
  return weights[a.level] - weights[b.level] || generality(a) - generality(b);
}

function generality({ check, exchanges }: Finding): number {
  if (check.includes('.generated/')) return 1;
  return exchanges.length > 40 ? 2 : 0;
}

function causeOf(group: Group, judged: ReadonlySet<string>, known: readonly KnownMistake[]): readonly Cause[] {
  const [lead] = group;
  if (lead === undefined) return [];
  const checks = [...new Set(group.map(({ check }) => check))];
  const exchange = lead.reproduces ?? lead.exchanges[0];
  return [
    {
      title: titleOf(lead, commonTopicOf(checks)),
      checks,
      ...(exchange === undefined ? {} : { exchange }),
      likely: likelyOf(checks, judged, known),
    },
  ];
}

const longestTitle = 160;
const longestQuote = 24;

/** `speech.speed: status 200, expected a refusal, any 4xx`: what was seen first, without what differs from answer to answer. */
function titleOf({ title, mismatches: [first], verdict }: Finding, topic: string): string {
  if (first === undefined) return shortened(topic + ('because' in verdict ? verdict.because : title));
  const { subject, expected, kind } = first;
  const observed = kind?.observed ?? first.observed;
  const seen = observed.startsWith(subject) ? observed : `${subject}: ${observed}`;
  return shortened(`${topic}${seen}, expected ${expected}`);
}

/** What all that is listed among them is about, such as `speech.speed: `; nothing where that is several things. */
function commonTopicOf(checks: readonly string[]): string {
  const listed = checks.filter((check) => !check.includes('.generated/'));
  const topics = new Set((listed.length > 0 ? listed : checks).map(topicOf));
  return topics.size === 1 ? `${[...topics].join('')}: ` : '';
}

function shortened(text: string): string {
  const line = text
    .replaceAll(/"((?:[^"\\]|\\.)*)"…?/g, (quote, inside: string) => (inside.length > longestQuote ? '"…"' : quote))
    .replaceAll(/\s+/g, ' ');
  return line.length > longestTitle ? `${line.slice(0, longestTitle - 1)}…` : line;
}
