import { everyCheck as checks } from '../../conformance/every.ts';
import { knownMistakes } from '../content/known-mistakes.ts';
import { observations } from '../content/observation.ts';
import { runFrom } from '../../conformance/engine/run/assemble.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Run } from '../../conformance/model/run.ts';
import { readJournalEntries, readJournal } from './read-journal.ts';
import { runningIn } from './running-mark.ts';

/** The run that a folder holds, derived anew from what was appended there, with all its exchanges. */
export function readRun(path: string): { readonly run: Run; readonly exchanges: readonly Exchange[] } {
  const { journal, endedAt, spend } = readJournal(path);
  return {
    run: runFrom(
      { ...journal, journalEntries: readJournalEntries(path) },
      { checks, observations, mistakes: knownMistakes },
      { at: endedAt, spend, goesOn: runningIn(path) !== undefined },
    ),
    exchanges: journal.exchanges,
  };
}
