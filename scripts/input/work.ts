import { observations } from '../content/observation.ts';
import { everyCheck } from '../../conformance/every.ts';
import type { Check } from '../../conformance/model/check.ts';
import { quickChecks } from '../../conformance/model/quick-checks.ts';
import type { RunWork } from '../../conformance/model/work.ts';
import { profiles, selectChecks } from '../../conformance/model/select.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { unknownName, UsageError } from '../errors/usage-error.ts';
import { nearestIds } from './nearest-ids.ts';

/**
 * The checks and observations that the selection asks for, the same for `check` and `plan`. Throws where the selection
 * is empty.
 */
export function selectedWork({ only, profile, require, dialectFile, maxCredits, forMs }: Settings): RunWork {
  checkProfiles([profile, require]);
  const chosen = selectChecks(everyCheck, { only, profile });
  if (chosen.length === 0) throw emptySelection('check', only, profile, everyCheck);
  const required = require === undefined ? chosen : selectChecks(chosen, { only: [], profile: require });
  if (required.length === 0)
    throw new UsageError(
      `--require ${require ?? ''}: --only or --profile selects none of its checks; widen them, or leave out --require`,
    );
  // A user who names checks wants only their probes; a dialect needs its observations again.
  const observed = only.length > 0 && dialectFile === undefined ? [] : selectChecks(observations, { only, profile });
  const isCapped = maxCredits !== undefined || forMs !== undefined;
  return { checks: chosen, observations: observed, ...(isCapped && { first: mostInformative(chosen) }) };
}

/** Those of these checks that are in the profile quick, in the order in which they find the most for the least. */
export function mostInformative(chosen: readonly Check[]): readonly Check[] {
  const byId = new Map(chosen.map((check) => [check.id, check]));
  return quickChecks.flatMap((id) => byId.get(id) ?? []);
}

/** The observations that a selection asks for. Throws where there are none. */
export function observationsOf({ only, profile }: Settings): RunWork {
  checkProfiles([profile]);
  const chosen = selectChecks(observations, { only, profile });
  if (chosen.length === 0) throw emptySelection('observation', only, profile, observations);
  return { checks: [], observations: chosen };
}

/** Throws where a profile does not exist. */
export function checkProfiles(names: readonly (string | undefined)[]): void {
  for (const name of names) {
    if (name !== undefined && !Object.hasOwn(profiles, name))
      throw unknownName('profile', name, Object.keys(profiles), true);
  }
}

/** The error for an empty selection; `all` has the possible names. */
export function emptySelection(
  kind: 'check' | 'observation' | 'property',
  only: readonly string[],
  profile: string | undefined,
  all: readonly { readonly id: string }[],
): UsageError {
  const within = profile === undefined ? '' : ` within the profile ${profile}`;
  if (only.length === 0) return new UsageError(`there is no ${kind}${within}`);
  const ids = [...new Set(all.flatMap(({ id }) => [`${id.split('.')[0] ?? id}.*`, id.split('/')[0] ?? id, id]))];
  const near = only.flatMap((glob) => nearestIds(glob.replaceAll('*', ''), ids));
  const hint = near.length > 0 ? `; did you mean ${near.slice(0, 3).join(' or ')}?` : '; npx assay list shows the ids';
  return new UsageError(`--only ${only.join(' ')} names no ${kind}${within}${hint}`);
}
