import type { Cause } from '../../contract/formats/run.ts';
import type { Finding } from '../../model/run.ts';

/** A mistake whose failures are known: of all checks just these fail by it. */
export type KnownMistake = {
  readonly fault: string;
  /** The checks that are there to find it, and all that fail by it. */
  readonly named: readonly string[];
  readonly checks: ReadonlySet<string>;
};

const mostLikely = 3;
/** With less in common two sets of failures are not of one kind. */
const leastShare = 0.3;

/** The known mistakes whose failures are most like these, by the share of both that they have in common. */
export function likelyOf(
  checks: readonly string[],
  judged: ReadonlySet<string>,
  known: readonly KnownMistake[],
): Cause['likely'] {
  const failed = new Set(checks);
  return known
    .map((mistake) => {
      const { expected, met } = meets(mistake, failed, judged);
      return { fault: mistake.fault, share: Math.round((100 * met) / (failed.size + expected - met || 1)) / 100 };
    })
    .filter(({ share }) => share >= leastShare)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, mostLikely);
}

/** How many checks of a run fail by a mistake as far as they were judged, and how many of them did fail. */
function meets({ checks }: KnownMistake, failed: ReadonlySet<string>, judged: ReadonlySet<string>) {
  const expected = [...checks].filter((id) => judged.has(id));
  return { expected: expected.length, met: expected.filter((id) => failed.has(id)).length };
}

type Group = readonly Finding[];

/** Of what a mistake comes to so much has failed: a service does not make it in just the same way, */
const leastMet = 0.6;
/** and less where a check that is there to find it failed too. */
const leastMetByName = 0.2;

/**
 * The groups that the known mistake accounts for which accounts for most, and the others. It accounts for a group where every
 * check of it is among its failures.
 */
export function coveredBy(
  groups: readonly Group[],
  judged: ReadonlySet<string>,
  known: readonly KnownMistake[],
): readonly [covered: readonly Group[], rest: readonly Group[]] {
  const failed = new Set(groups.flat().map(({ check }) => check));
  let best: readonly Group[] = [];
  let most = 1;
  for (const mistake of known) {
    const { checks, named } = mistake;
    const { expected, met } = meets(mistake, failed, judged);
    const least = named.some((id) => failed.has(id)) ? leastMetByName : leastMet;
    if (met < most || met < least * expected) continue;
    const covered = groups.filter((group) => group.every(({ check }) => checks.has(check)));
    const many = new Set(covered.flat().map(({ check }) => check)).size;
    if (covered.length > 1 && many > most) [best, most] = [covered, many];
  }
  const chosen = new Set(best);
  return [best, groups.filter((group) => !chosen.has(group))];
}
