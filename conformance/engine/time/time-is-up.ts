import type { Finding, Unreached } from '../../model/run.ts';

/** The reason of the abort where the time limit of a run ended it before everything was judged. */
export class TimeIsUp extends Error {
  override readonly name = 'TimeIsUp';
  readonly atMs = performance.now();
  readonly unreached: Unreached = 'time';

  constructor(forMs: number) {
    super(`not judged within --time ${flagText(forMs)}`);
  }
}

/** The reason of the abort where a run made no progress, for an unknown reason: a target cannot hold it for ever. */
export class RunStalled extends TimeIsUp {
  override readonly unreached = 'standstill';

  constructor(forMs: number) {
    super(forMs);
    this.message = `not judged: for ${flagText(forMs)} nothing was answered, nothing judged and nothing waited for`;
  }
}

/** How long exchanges are still judged after the time is up: this takes no request. */
const judgedForMs = 2_000;

export function isTimeUp(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && signal.reason instanceof TimeIsUp;
}

/** Whether exchanges from before the time was up are still judged. */
export function mayStillJudge({ reason }: AbortSignal): boolean {
  return reason instanceof TimeIsUp && performance.now() - reason.atMs < judgedForMs;
}

/** Why nothing is sent any more once the run's signal is aborted. */
export function abortReasonText({ reason }: AbortSignal): string {
  return reason instanceof TimeIsUp ? reason.message : 'the run was interrupted';
}

/** What ended a run before everything was judged, and what is reported of the rest. */
export type CutShort = { readonly message: string; readonly unreached: Unreached };

/**
 * The finding of a check that was not judged in time. The verdict that it got while the run ended says nothing of the
 * target, unless the check does not apply.
 */
export function unreachedFinding(finding: Finding, { message, unreached }: CutShort): Finding {
  if (finding.verdict.is === 'notApplicable') return finding;
  const { check, clause, also, level, title, requirement, doneBy } = finding;
  return {
    check,
    clause,
    also,
    level,
    title,
    requirement,
    ...(doneBy === undefined ? {} : { doneBy }),
    verdict: { is: 'inconclusive', because: message },
    mismatches: [],
    exchanges: [],
    reproduce: '',
    unreached,
  };
}

/** A duration as people write it: `500ms`, `60s`, `5m`. */
function flagText(ms: number): string {
  if (ms > 60_000 && ms % 60_000 === 0) return `${ms / 60_000}m`;
  return ms >= 1_000 ? `${ms / 1_000}s` : `${ms}ms`;
}
