import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyCheck } from '../../conformance/every.ts';
import { startService } from '../../fixtures/index.ts';
import { observations } from '../content/observation.ts';
import { likelyText, likelyUsesFile, usesByOwner } from '../quick/likely.ts';
import { roundTripsOf, usesIn } from '../quick/known.ts';
import { readJournal } from '../results/read-journal.ts';
import { runAssay } from './run-assay.ts';

/**
 * `npm run likely`: checks the reference service and writes the requests, credits and round trips of each probe into
 * `conformance/model/uses/likely-uses.ts`, from which `assay plan` computes the likely cost of a run.
 */
/** Delay of responses in milliseconds: long enough that requests sent at once overlap on a busy machine too. */
const delayMs = 150;

const folder = mkdtempSync(join(tmpdir(), 'assay-likely-'));
const { url, token, otherToken, provisioner, close } = await startService({ delayMs, seed: 1 });
const credentials = ['--token', token, '--other-token', otherToken, '--provisioner', provisioner];
const code = await runAssay(['check', '--target', url, ...credentials, '--seed', '1', '--out', folder]);
if (code === 0) {
  const { exchanges } = readJournal(folder).journal;
  const trips = Map.groupBy(exchanges, ({ probe }) => probe);
  const uses = new Map(
    [...usesIn(exchanges)].map(([probe, use]) => [probe, { ...use, roundTrips: roundTripsOf(trips.get(probe) ?? []) }]),
  );
  writeFileSync(likelyUsesFile, likelyText(usesByOwner([...everyCheck, ...observations], uses)));
} else console.error(`the check ended ${code}, and nothing was written`);
process.exitCode = code;
await close();
rmSync(folder, { recursive: true });
