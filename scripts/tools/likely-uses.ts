import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyCheck } from '../../conformance/every.ts';
import { runAssay } from './run-assay.ts';
import { readJournal } from '../results/read-journal.ts';
import { usesIn } from '../quick/known.ts';
import { observations } from '../content/observation.ts';
import { likelyText, likelyUsesFile, usesByOwner } from '../quick/likely.ts';

/**
 * `npm run likely`: checks the reference service, and writes what each probe sent and used up into
 * `conformance/model/uses/likely-uses.ts`, by which `assay plan` says what a run likely costs.
 */
const folder = mkdtempSync(join(tmpdir(), 'assay-likely-'));
const code = await runAssay(['check', '--embedded', '--seed', '1', '--out', folder]);
if (code === 0) {
  const uses = usesIn(readJournal(folder).journal.exchanges);
  writeFileSync(likelyUsesFile, likelyText(usesByOwner([...everyCheck, ...observations], uses)));
} else console.error(`the check ended ${code}, and nothing was written`);
process.exitCode = code;
rmSync(folder, { recursive: true });
