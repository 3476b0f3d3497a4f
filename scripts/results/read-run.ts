import { everyCheck as checks } from '../../conformance/every.ts';
import { knownFaults } from '../content/known-faults.ts';
import { observations } from '../content/observation.ts';
import { assembleRun } from '../../conformance/engine/run/assemble.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Run } from '../../conformance/model/run.ts';
import { readJournal, readJournalEntries, readIncompleteJournal } from './read-journal.ts';
import { runningProcessIn } from './running-mark.ts';

type ReadRun = { readonly run: Run; readonly exchanges: readonly Exchange[] };

/** The run in a folder, derived again from its journal, with all its exchanges. */
export function readRun(path: string): ReadRun {
  return derived(path, readJournal(path));
}

/** The same for an incomplete journal; `missing` says what is missing, if anything. */
export function readIncompleteRun(path: string): ReadRun & { readonly missing: string | undefined } {
  const read = readIncompleteJournal(path);
  const { run, exchanges } = derived(path, read);
  const { missing } = read;
  if (missing === undefined || read.spend !== undefined) return { run, exchanges, missing };
  return { run: { ...run, spendIsPartial: true }, exchanges, missing };
}

function derived(path: string, { journal, endedAt, spend }: ReturnType<typeof readJournal>): ReadRun {
  return {
    run: assembleRun(
      { ...journal, journalEntries: readJournalEntries(path) },
      { checks, observations, faults: knownFaults },
      { at: endedAt, spend, goesOn: runningProcessIn(path) !== undefined },
    ),
    exchanges: journal.exchanges,
  };
}
