import { scoreOf, claimProblem, withScore, type SelfTestScore } from '../../conformance/evidence/self-test-score.ts';
import { everyCheck } from '../../conformance/every.ts';
import { sendFrom } from '../../conformance/http/transport.ts';
import type { Check } from '../../conformance/model/check.ts';
import type { Finding } from '../../conformance/model/run.ts';
import type { FaultId } from '../../fixtures/index.ts';
import { EarlyEnd } from '../errors/usage-error.ts';
import { interruptedCodes, listenForInterruption } from '../output/interruption.ts';
import { progressOn } from '../output/progress.ts';
import { version } from '../package/version.ts';
import { judgeService, patientTimeoutMs, timeoutMs } from './judged-with.ts';
import type { Verification } from './verify-bundle.ts';

/**
 * Limit of the self-test in milliseconds: for the profile `all`, a busy machine of two cores takes a fraction of it.
 */
const limitMs = 30 * 60_000;

type Watched = {
  readonly tell: (done: number, of: number) => void;
  readonly signal: AbortSignal;
};

/**
 * `verify --deep`: recomputes on this build the score that a certificate without problems claims, with progress on
 * stderr. Throws an EarlyEnd where it was interrupted (130, 143) or took too long (2).
 */
export async function verifiedDeep(verification: Verification): Promise<Verification> {
  const { claims, run, problems, basis = [] } = verification;
  if (problems.length > 0 || claims === undefined || run === undefined) return verification;
  const judged = new Set(run.findings.map(({ check }) => check));
  const score = await scoreWatched(everyCheck.filter(({ id }) => judged.has(id)));
  const problem = claimProblem(claims, score);
  if (problem === undefined) return { ...verification, selfTest: score, basis: withScore(basis, score) };
  const { basis: _, ...rest } = verification;
  return { ...rest, selfTest: score, problems: [problem] };
}

async function scoreWatched(checks: readonly Check[]): Promise<SelfTestScore> {
  const interruption = listenForInterruption();
  const progress = progressOn(process.stderr);
  const limit = AbortSignal.timeout(limitMs);
  progress.say('self-test: does this build find the faults that the checks of the profile name?');
  try {
    const tell = (done: number, of: number): void => progress.show(`${done} of ${of} faults tried`);
    const score = await measureScore(checks, { tell, signal: AbortSignal.any([interruption.signal, limit]) });
    if (score !== undefined) return score;
    const by = interruption.by();
    if (by !== undefined)
      throw new EarlyEnd(
        'interrupted in the self-test, so that the certificate was not verified',
        interruptedCodes[by],
      );
    const minutes = limitMs / 60_000;
    throw new EarlyEnd(`the self-test took more than ${minutes} minutes: try again on an idle machine`, 2);
  } finally {
    progress.end();
    interruption.stopListening();
  }
}

/** How many of the faults that these checks name this build finds; undefined where the signal ended it. */
export async function measureScore(
  checks: readonly Check[],
  { tell, signal }: Watched,
): Promise<SelfTestScore | undefined> {
  // The services run in this thread, so requests are sent from it too.
  sendFrom(undefined);
  const valid = await settled(checks, undefined, signal);
  const validBy = new Map(valid.map(({ check, verdict }) => [check, verdict.is]));
  const byFault = [...Map.groupBy(checks, ({ fault }) => fault)];
  const tried = [];
  for (const [fault, naming] of byFault) {
    if (signal.aborted) return undefined;
    tell(tried.length, byFault.length);
    const findings = await settled(naming, fault, signal);
    tried.push({
      fault,
      checks: findings.map(({ check, verdict }) => ({
        check,
        valid: validBy.get(check) ?? 'inconclusive',
        faulty: verdict.is,
      })),
    });
  }
  if (signal.aborted) return undefined;
  const accusations = valid.filter(({ level, verdict }) => level === 'MUST' && verdict.is === 'fail');
  return scoreOf(
    tried,
    { name: 'assay', version },
    accusations.map(({ check }) => check),
  );
}

/** A result other than the expected one is tried again with a longer timeout, as the machine may be busy. */
async function settled(
  checks: readonly Check[],
  fault: FaultId | undefined,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const [wanted, firstMs] =
    fault === undefined ? (['pass', patientTimeoutMs] as const) : (['fail', timeoutMs] as const);
  const first = await judgeService(checks, fault, firstMs, signal);
  if (signal.aborted || first.every(({ verdict }) => verdict.is === wanted)) return first;
  return judgeService(checks, fault, patientTimeoutMs, signal);
}
