import { busyReasonStart } from './expectations/streams/arrives-over-time.ts';
import type { Finding } from './model/run.ts';

/**
 * What a run says against a valid service: failures, and what could not be judged, unless the machine was too busy to see
 * when something came, or a control was not judged for that.
 */
export function accusedIn(findings: readonly Finding[]): readonly Finding[] {
  const excused = new Set(findings.filter(isOfBusyMachine).map(({ check }) => check));
  return findings.filter((finding) => {
    const { verdict } = finding;
    if (verdict.is === 'pass' || verdict.is === 'notApplicable' || excused.has(finding.check)) return false;
    const about = verdict.is === 'inconclusive' ? verdict.about : undefined;
    return !(about?.is === 'control' && excused.has(about.check));
  });
}

function isOfBusyMachine({ verdict }: Finding): boolean {
  return verdict.is === 'inconclusive' && verdict.because.startsWith(busyReasonStart);
}
