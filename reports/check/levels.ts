import type { Level } from '../../conformance/core/level.ts';
import type { Finding, Run } from '../../conformance/core/run/run.ts';

/** The heaviest first. */
const levels = ['MUST', 'HTTP', 'SHOULD'] as const satisfies readonly Level[];

/** True where a failure of this level fails the run. */
export function isWeighed(level: Level, { strict }: Pick<Run, 'strict'>): boolean {
  return level === 'MUST' || strict === true || (level === 'HTTP' && strict === 'http');
}

/** Each MUST, then each HTTP obligation, then each SHOULD; within a level as they came. */
export function heaviestFirst(findings: readonly Finding[]): readonly Finding[] {
  return levels.flatMap((each) => findings.filter(({ level }) => level === each));
}
