import { randomInt } from 'node:crypto';
import type { RunHeader } from '../conformance/core/run.ts';
import type { Settings } from '../conformance/core/settings.ts';
import { readDocument } from './document.ts';
import type { Target } from './target.ts';
import { version } from './version.ts';

/** How the journal of a run begins, whichever command judges; the seed is drawn here where none was given. */
export function runHeader(
  command: RunHeader['command'],
  { strict, seed }: Settings,
  { url, embedded }: Target,
  plan: RunHeader['plan'],
): RunHeader {
  return {
    schema: 'assay.run/1',
    command,
    tool: { name: 'assay', version },
    document: readDocument(),
    target: url,
    embedded,
    strict,
    seed: seed ?? randomInt(2 ** 32),
    startedAt: new Date().toISOString(),
    plan,
  };
}
