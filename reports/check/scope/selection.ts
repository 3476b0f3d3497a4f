import type { Run } from '../../../conformance/model/run.ts';

type Selected = Pick<Run, 'profile' | 'only' | 'ofChecks' | 'plan'>;

/**
 * What a run that judged a part of the checks only is called: `profile speech`, `--only`; undefined where it took
 * all.
 */
export function partOf({ profile, only, ofChecks }: Selected): string | undefined {
  const isProfile = profile !== undefined && profile !== 'all';
  const named = [
    ...(isProfile ? [profile === 'quick' ? 'quick' : `profile ${profile}`] : []),
    ...(only ? ['--only'] : []),
  ];
  if (named.length > 0) return named.join(', ');
  return ofChecks === undefined ? undefined : 'a part';
}

/** `9 of 560 checks`; undefined where the run took all, or says nothing of it. */
export function partCount({ ofChecks, plan }: Selected): string | undefined {
  return ofChecks === undefined ? undefined : `${plan.checks.length} of ${ofChecks} checks`;
}

const globsShown = 5;

/** The same with what selected them: `9 of 560 checks (profile speech, --only speech.*)`. */
export function selectionText(run: Selected): string | undefined {
  const { only = [] } = run;
  const globs = `${only.slice(0, globsShown).join(' ')}${only.length > globsShown ? ' …' : ''}`;
  const part = partOf(run)?.replace('--only', `--only ${globs}`);
  const count = partCount(run);
  return part === undefined ? undefined : count === undefined ? part : part === 'a part' ? count : `${count} (${part})`;
}
