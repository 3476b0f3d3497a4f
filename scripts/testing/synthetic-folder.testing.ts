import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syntheticRecords, type Synthetic } from '../../load/differences/synthetic.testing.ts';
import { header } from '../../load/records/records.testing.ts';
import { instrument } from '../../load/verdict/judged.testing.ts';
import type { RequestsHeader } from '../../load/records/requests.ts';
import { emptyFolder } from './run-assay.testing.ts';

const ratePerS = 20;

/** The result folder of a simulated load run, as k6 would leave it. */
export function syntheticFolder(made: Synthetic, changes: Partial<RequestsHeader['settings']> = {}): string {
  const folder = emptyFolder();
  const durationMs = (made.requests / ratePerS) * 1000;
  const settings = { ...header.settings, arrivals: 'poisson' as const, ratePerS, durationMs, warmupMs: 0, ...changes };
  const records = syntheticRecords(made, { settings });
  const planned = changes.planned ?? records.length;
  const first = { ...header, stamps: 'kernel', seed: made.seed, settings: { ...settings, planned } };
  const lines = [first, ...records].map((each) => JSON.stringify(each));
  writeFileSync(join(folder, 'requests.ndjson'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'instrument.json'), JSON.stringify(instrument));
  return folder;
}
