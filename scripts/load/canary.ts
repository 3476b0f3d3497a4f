import { startEmitter } from '../../fixtures/emitter/index.ts';
import type { Settings } from '../../conformance/core/settings/settings.ts';
import { canaryFile, canaryLine } from './evidence.ts';
import type { ResultFolder } from '../results/result-folder.ts';

/** An emitter beside the target whose streams are read during the load, so that the instrument's error is known. */
export type RunningCanary = {
  readonly url: string;
  /** Writes down when the emitter wrote what. */
  readonly keep: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Kernel stamps tell their own delay for every event; where they are not to be had, the canary has to. */
function wantsCanary({ load: { canary, stamps }, http2 }: Settings, platform = process.platform): boolean {
  return canary ?? (stamps === 'user' || http2 || platform !== 'linux');
}

export async function startCanary(settings: Settings, folder: ResultFolder): Promise<RunningCanary | undefined> {
  if (!wantsCanary(settings)) return undefined;
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
