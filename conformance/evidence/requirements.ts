import type { NamedSet, Requirement, RequirementSet } from '../contract/formats/requirements.ts';
import type { SetReading } from '../contract/formats/verification.ts';
import type { Check } from '../model/check.ts';
import type { Claims } from './statement.ts';
import type { Problem } from './problem.ts';

export type { RequirementSet };

/** A requirement set as its file has it, with the digest by which a certificate names it. */
export type FrozenSet = { readonly set: RequirementSet; readonly sha256: string };

type Asking = Pick<Check, 'id' | 'level' | 'title'>;

export function setOf(
  checks: readonly Asking[],
  { release, document }: Pick<RequirementSet, 'release' | 'document'>,
): RequirementSet {
  const requirements = checks.map(({ id, level, title }) => ({ id, level, title }));
  return { schema: 'assay.requirements/1', release, document, requirements };
}

/** The only spelling of a set, with a line for each requirement, so that a change of one shows as one changed line. */
export function setText({ schema, release, document, requirements }: RequirementSet): string {
  const head = JSON.stringify({ schema, release, document }).slice(0, -1);
  return `${head},"requirements":[\n${requirements.map((each) => JSON.stringify(each)).join(',\n')}\n]}\n`;
}

/** The set that a certificate names; undefined where this build has none with that digest. */
export function setNamed(sets: readonly FrozenSet[], named: NamedSet): RequirementSet | undefined {
  return sets.find(({ sha256 }) => sha256 === named.sha256)?.set;
}

type Naming = Pick<Claims, 'requirements' | 'tool' | 'document'>;

/** Why the set that a certificate names cannot be used to judge it; undefined where it can. */
export function setProblem(sets: readonly FrozenSet[], claims: Naming, version: string): Problem | undefined {
  const { requirements: named, tool, document } = claims;
  const shown = `the requirement set ${named.release} (sha256 ${named.sha256.slice(0, 12)}…)`;
  const set = setNamed(sets, named);
  if (set === undefined)
    return {
      code: tool.version === version ? 1 : 2,
      says: `it names ${shown}, which assay ${version} does not have: verify it with the version that made it, if that was assay ${tool.version} as released`,
    };
  if (set.release !== named.release || set.release !== tool.version)
    return { code: 1, says: `it names ${shown}, which is that of assay ${set.release}, and not of ${tool.version}` };
  if (set.document.sha256 !== document.sha256)
    return { code: 1, says: `it names ${shown}, which is about another version of the document` };
  return undefined;
}

/**
 * The checks with the level and title that they had in a set. Checks outside the set stay unchanged, since they may be
 * controls.
 */
export function asInSet(checks: readonly Check[], set: RequirementSet | undefined): readonly Check[] {
  if (set === undefined) return checks;
  const then = byId(set);
  return checks.map((check) => {
    const { level = check.level, title = check.title } = then.get(check.id) ?? {};
    return level === check.level && title === check.title ? check : { ...check, level, title };
  });
}

/** The checks that a set has: later ones are not scored. */
export function scoredBy<T extends { readonly id: string }>(
  checks: readonly T[],
  set: RequirementSet | undefined,
): readonly T[] {
  if (set === undefined) return checks;
  const then = byId(set);
  return checks.filter(({ id }) => then.has(id));
}

/** `checks`: those of this build in the profile; `judged`: those that the certificate was judged by. */
export function readingOf(set: RequirementSet, checks: readonly Asking[], judged: ReadonlySet<string>): SetReading {
  const [then, now] = [byId(set), new Map(checks.map((check) => [check.id, check]))];
  return {
    notScored: checks.filter(({ id }) => !then.has(id)).map(({ id }) => id),
    levelChanged: set.requirements.flatMap(({ id, level: was }) => {
      const is = now.get(id)?.level;
      return is === undefined || is === was || !judged.has(id) ? [] : [{ check: id, was, is }];
    }),
    withdrawn: [...judged].filter((id) => then.has(id) && !now.has(id)),
  };
}

function byId({ requirements }: RequirementSet): ReadonlyMap<string, Requirement> {
  return new Map(requirements.map((each) => [each.id, each]));
}
