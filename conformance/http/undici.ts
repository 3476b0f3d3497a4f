import { createRequire } from 'node:module';
import type * as Undici from 'undici';

const require = createRequire(import.meta.url);
let loaded: typeof Undici | undefined;

/**
 * The HTTP client, loaded by whoever first needs it: its hundred and more files take a tenth of a second, and most threads
 * and commands send nothing by it themselves. What judges loads it while its judging thread starts (scripts/threads/main.ts).
 */
export function undici(): typeof Undici {
  loaded ??= require('undici') as typeof Undici;
  return loaded;
}
