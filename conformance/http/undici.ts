import { createRequire } from 'node:module';
import type * as Undici from 'undici';

const require = createRequire(import.meta.url);
let loaded: typeof Undici | undefined;

/**
 * The HTTP client, loaded when it is first needed: its more than a hundred files take a tenth of a second, and most
 * threads and commands send nothing with it. A judging command loads it while its judging thread starts
 * (scripts/threads/main.ts).
 */
export function undici(): typeof Undici {
  loaded ??= require('undici') as typeof Undici;
  return loaded;
}
