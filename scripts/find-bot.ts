import { checks } from '../conformance/index.ts';
import { createEngine } from '../conformance/core/engine.ts';
import type { Settings } from '../conformance/core/settings.ts';
import { readCa } from './read-settings.ts';
import type { Target } from './target.ts';
import { UsageError } from './usage-error.ts';

/** The first bot that the target lists. Throws where it lists none. */
export async function findBot(settings: Settings, { url, token }: Target): Promise<string> {
  const options = { ...settings, target: url, token, seed: 0, ca: readCa(settings) };
  const engine = createEngine(options, checks, () => undefined, new AbortController().signal);
  try {
    const found = await engine.findBot();
    if ('bot' in found) return found.bot;
    throw new UsageError(found.because);
  } finally {
    await engine.close();
  }
}
