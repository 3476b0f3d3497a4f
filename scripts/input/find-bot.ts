import { createEngine } from '../../conformance/engine/engine.ts';
import type { FoundBot } from '../../conformance/model/known-bot.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { readCa } from './read-settings.ts';
import type { Target } from './target.ts';

/** The bot of `--bot`, else the first that the target lists, or why there is none. */
export async function findBot(settings: Settings, { url, token }: Target, signal: AbortSignal): Promise<FoundBot> {
  if (settings.bot !== undefined) return { bot: settings.bot };
  const options = { ...settings, target: url, token, seed: 0, ca: readCa(settings) };
  const engine = createEngine(options, [], () => undefined, signal);
  try {
    return await engine.findBot();
  } finally {
    await engine.close();
  }
}
