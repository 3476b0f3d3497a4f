import { checks as all } from './index.ts';
import type { Check } from './model/check.ts';
import { createEngine, type EngineOptions, type JournalEvent } from './engine/engine.ts';
import type { Exchange } from './model/exchange.ts';
import type { Finding } from './model/run.ts';

/** All that a run against a target gave. */
export type JudgedRun = {
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
  readonly events: readonly JournalEvent[];
};

const defaults = { token: 'a-token-for-tests', seed: 1, timeoutMs: 400, concurrency: 8, headers: [], http2: false };

export type JudgeTargetOptions = Partial<EngineOptions> & {
  readonly signal?: AbortSignal;
  /** Every check that there is, where it is not the project's own. */
  readonly suite?: readonly Check[];
  readonly onEvent?: (event: JournalEvent) => void;
  /** What is sent before all else, in this order. */
  readonly sentFirst?: readonly Check[];
};

/** Judges these checks at a base URL, and keeps everything that the engine emits. */
export async function judgeTarget(
  target: string,
  checks: readonly Check[],
  { signal = new AbortController().signal, suite = all, onEvent, sentFirst, ...options }: JudgeTargetOptions = {},
): Promise<JudgedRun> {
  const events: JournalEvent[] = [];
  const keep = (event: JournalEvent): void => {
    events.push(event);
    onEvent?.(event);
  };
  const engine = createEngine({ ...defaults, ...options, target }, suite, keep, signal);
  try {
    if (sentFirst !== undefined) engine.lineUpFirst(sentFirst);
    const findings = await Promise.all(checks.map((check) => engine.judge(check)));
    const exchanges = events.flatMap((event) => (event.is === 'exchange' ? [event.exchange] : []));
    return { findings, exchanges, events };
  } finally {
    await engine.close();
  }
}

/** The project's own checks with these ids. */
export function checksNamed(...ids: readonly string[]): readonly Check[] {
  return ids.map((id) => {
    const check = all.find((each) => each.id === id);
    if (check === undefined) throw new Error(`there is no check ${id}`);
    return check;
  });
}

/** `inconclusive: reason`, `pass`, … in the order of the findings. */
export function verdictsIn(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ verdict }) => ('because' in verdict ? `${verdict.is}: ${verdict.because}` : verdict.is));
}
