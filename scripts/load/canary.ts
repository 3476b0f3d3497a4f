import { startEmitter } from '../../fixtures/emitter/index.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { canaryFile, canaryLine } from './results/evidence.ts';
import { hasKernelTimestamps } from '../../load/runner/kernel-timestamps.ts';
import type { ResultFolder } from '../results/result-folder.ts';

/** Longest time to wait for k6, which begins within a second, and on a busy machine within a few. */
const longestAskMs = 10_000;

/** A local server whose streams are read during the load, so that the instrument's error is known. */
type RunningCanary = {
  readonly url: string;
  /** Writes to a file when the server wrote each event. */
  readonly keep: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Whether the run needs a canary. Kernel timestamps show their read delay for every event; without them the canary has
 * to show it.
 *
 * @param hasKernelStamps asks k6, which takes a moment; undefined where k6 did not answer
 */
export async function wantsCanary(
  { load: { canary, timestamps }, http2 }: Settings,
  hasKernelTimestamps: () => Promise<boolean | undefined>,
): Promise<boolean> {
  return canary ?? (timestamps === 'user' || http2 || (await hasKernelTimestamps()) !== true);
}

export async function startCanary(
  settings: Settings,
  folder: ResultFolder,
  k6Path: string,
): Promise<RunningCanary | undefined> {
  const asks = (): Promise<boolean | undefined> =>
    hasKernelTimestamps(k6Path, process.env, AbortSignal.timeout(longestAskMs), folder.path);
  if (!(await wantsCanary(settings, asks))) return undefined;
  // The scenario asks for its own pace.
  const emitter = await startEmitter({ firstMs: 20, gapMs: 20, events: 1 });
  return {
    url: emitter.url,
    keep: async () => {
      for (const { id, writtenNs } of await emitter.take()) folder.append(canaryFile, canaryLine(id, writtenNs));
    },
    close: emitter.close,
  };
}
