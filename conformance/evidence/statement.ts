import type { Claims, LoadBound, Statement } from '../contract/formats/certificate.ts';
import { countsForExitCode } from '../model/level.ts';
import type { Finding, Run } from '../model/run.ts';
import { isKnownFailure } from '../engine/run/known-failures.ts';
import type { SelfTest } from './self-test.ts';

export type { Claims, Statement };

/** The validity period of a certificate; ISO 8601, UTC. */
type Validity = Claims['validity'];

/** A file of the bundle and its SHA-256, in hex. */
export type FileDigest = { readonly name: string; readonly sha256: string };

const statementType = 'https://in-toto.io/Statement/v1';
const predicateType = 'https://in-toto.io/attestation/test-result/v0.1';

/** Everything that a certificate is made of. */
type Certified = {
  readonly run: Run;
  readonly profile: string;
  readonly requirements: Claims['requirements'];
  readonly files: readonly FileDigest[];
  readonly selfTest: SelfTest;
  readonly validity: Validity;
  readonly load?: Claims['load'];
  readonly opening?: Claims['opening'];
  readonly challenge?: Claims['challenge'];
};

/**
 * The statement that gets signed. The same evidence gives the same statement, so that `verify` can make it again and
 * compare.
 */
export function statementFor({
  run,
  profile,
  requirements,
  files,
  selfTest,
  validity,
  load,
  opening,
  challenge,
}: Certified): Statement {
  const { findings, document } = run;
  const failed = findings.filter(({ verdict, level }) => verdict.is === 'fail' && countsForExitCode(level, run.strict));
  const warned = findings.filter((finding) => finding.verdict.is === 'fail' && !failed.includes(finding));
  const passed = findings.filter(({ verdict }) => verdict.is === 'pass');
  const bounds = load?.bounds ?? [];
  const isMet = bounds.every(({ is }) => is === 'met');
  return {
    _type: statementType,
    subject: files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType,
    predicate: {
      result: failed.length + warned.length === 0 && isMet ? 'PASSED' : 'WARNED',
      configuration: [{ name: 'interface.md', digest: { sha256: document.sha256 } }],
      passedTests: [...idsOf(passed), ...boundsThat('met', bounds)],
      warnedTests: [...idsOf(warned), ...boundsThat('violated', bounds)],
      failedTests: idsOf(failed),
      assay: {
        schema: 'assay.certificate/1',
        target: run.target,
        embedded: run.embedded,
        document,
        requirements,
        profile,
        strict: run.strict,
        counts: run.counts,
        countsByLevel: run.countsByLevel,
        controls: { seen: passed.filter(({ controls = [] }) => controls.length > 0).length },
        tool: run.tool,
        judgedAt: run.endedAt,
        validity,
        knownFailures: findings
          .filter(isKnownFailure)
          .flatMap(({ check, knownFailure }) =>
            knownFailure === undefined ? [] : [{ check, reason: knownFailure.reason, expires: knownFailure.expires }],
          ),
        selfTest: scoreOf(selfTest),
        ...(load === undefined ? {} : { load }),
        ...(opening === undefined ? {} : { opening }),
        ...(challenge === undefined ? {} : { challenge }),
      },
    },
  };
}

function idsOf(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ check }) => check);
}

/**
 * The bounds with this outcome, named like tests: `load/ttft.p95<800ms`. Inconclusive bounds neither passed nor failed.
 */
function boundsThat(is: 'met' | 'violated', bounds: readonly LoadBound[]): readonly string[] {
  return bounds
    .filter((bound) => bound.is === is)
    .map(({ metric, comparator, threshold, unit }) => `load/${metric}${comparator}${threshold}${unit}`);
}

function scoreOf({ faults }: SelfTest): Claims['selfTest'] {
  return { faults: faults.length, found: faults.filter(({ missedBy }) => missedBy.length === 0).length };
}

/**
 * The time from which a known failure of the run is no longer accepted, the end of its last day; the same run fails
 * after it.
 */
function borneUntilMs({ findings }: Run): number {
  const days = findings.filter(isKnownFailure).flatMap(({ knownFailure }) => knownFailure?.expires ?? []);
  return Math.min(Number.POSITIVE_INFINITY, ...days.map((day) => Date.parse(`${day}T23:59:59.999Z`)));
}

/** The validity of a certificate of this run: `days` long, but no longer than its known failures are accepted. */
export function validityOf(run: Run, from: Date, days: number): Validity {
  const notAfter = Math.min(from.getTime() + days * 86_400_000, borneUntilMs(run));
  return { notBefore: from.toISOString(), notAfter: new Date(notAfter).toISOString() };
}

/** What is wrong with the validity that a certificate of this run claims; undefined where nothing is. */
export function validityFlaw(run: Run, { notBefore, notAfter }: Validity): string | undefined {
  if (notBefore < run.endedAt) return `it is valid from ${notBefore}, before it was judged`;
  if (Date.parse(notAfter) > borneUntilMs(run))
    return `it is valid until ${notAfter}, longer than a known failure is accepted`;
  return undefined;
}
