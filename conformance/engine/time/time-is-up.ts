import type { Finding, Unreached } from '../../model/run.ts';

/** Why a run came to its end before all was judged, where it was given no more time: the reason of the abort. */
export class TimeIsUp extends Error {
  override readonly name = 'TimeIsUp';
  readonly atMs = performance.now();
  readonly unreached: Unreached = 'time';

  constructor(forMs: number) {
    super(`not judged within --time ${flagText(forMs)}`);
  }
}

/** Why a run came to its end that went on no more, and nobody knows why: a target cannot hold it for ever. */
export class RunStalled extends TimeIsUp {
  override readonly unreached = 'standstill';

  constructor(forMs: number) {
    super(forMs);
    this.message = `not judged: for ${flagText(forMs)} nothing was answered, nothing judged and nothing waited for`;
  }
}

/** What has come until then is judged for so much longer: it takes no request. */
const judgedForMs = 2_000;

export function isTimeUp(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && signal.reason instanceof TimeIsUp;
}

/** Whether what had come when the time was up is still looked through. */
export function mayStillJudge({ reason }: AbortSignal): boolean {
  return reason instanceof TimeIsUp && performance.now() - reason.atMs < judgedForMs;
}

/** Why nothing is sent any more once the run's signal is aborted. */
export function endedWords({ reason }: AbortSignal): string {
  return reason instanceof TimeIsUp ? reason.message : 'the run was interrupted';
}

/** What ended a run before all was judged, and what is to be said of the rest. */
export type CutShort = { readonly message: string; readonly unreached: Unreached };

/**
 * What is to be said of a check that was not judged in time: what its verdict came to when everything ended around it is no
 * word about the target, unless it never applied.
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

/** As people write it: `500ms`, `60s`, `5m`. */
function flagText(ms: number): string {
  if (ms > 60_000 && ms % 60_000 === 0) return `${ms / 60_000}m`;
  return ms >= 1_000 ? `${ms / 1_000}s` : `${ms}ms`;
}
