import type { Journal } from '../../conformance/engine/run/assemble.ts';
import type { JournalEntry } from '../../conformance/model/journal-entry.ts';
import type { JournalEvent } from '../../conformance/engine/engine.ts';
import { exchangeLine } from '../../conformance/engine/run/exchange-line.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding, RunHeader } from '../../conformance/model/run.ts';
import type { CutShort } from '../../conformance/engine/time/time-is-up.ts';
import { StorageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';
import { jsonLines } from './json-lines.ts';
import type { ResultFolder } from './result-folder.ts';

/** Writes every event to disk as it happens, and keeps it in memory for the report. */
export type RunJournal = {
  readonly kept: Journal & { readonly journalEntries: readonly JournalEntry[] };
  readonly keep: (event: JournalEvent) => void;
  /** Replaces the header, as more is known by now. */
  readonly begin: (header: RunHeader) => void;
  /** Writes another file of the folder; a failure breaks the journal. */
  readonly alongside: (write: () => void) => void;
  /** Aborted where something could not be kept: a run without its evidence is not worth continuing. */
  readonly broken: AbortSignal;
};

/** Why a journal broke; undefined where it did not. */
export function journalError({ broken: { aborted, reason } }: RunJournal): StorageError | undefined {
  if (!aborted) return undefined;
  return reason instanceof StorageError ? reason : new StorageError(errorMessage(reason));
}

/** The reason for checks that were not judged because the journal broke. */
export function journalFailure(journal: RunJournal): CutShort | undefined {
  const error = journalError(journal);
  if (error === undefined) return undefined;
  return {
    message: `not judged, as results could no longer be stored: ${error.message}`,
    unreached: 'storage',
  };
}

/** The content of a resumed journal, with the findings that stay valid. */
type Begun = Omit<RunJournal['kept'], 'header'>;

/** Begins the journal of a run with its header, or resumes one. */
export function openJournal(folder: ResultFolder, first: RunHeader, begun?: Begun): RunJournal {
  const findings: Finding[] = [...(begun?.findings ?? [])];
  const exchanges: Exchange[] = [...(begun?.exchanges ?? [])];
  const journalEntries: JournalEntry[] = [...(begun?.journalEntries ?? [])];
  const breaking = new AbortController();
  let header = first;
  // One atomic write: a kill in between must not lose findings.
  const write = (): void => folder.write('findings.ndjson', jsonLines([header, ...findings]));
  write();
  const alongside = (write: () => void): void => {
    // After a failed write nothing more is written, so that the journal has no gap.
    if (breaking.signal.aborted) return;
    try {
      write();
    } catch (error) {
      breaking.abort(error);
    }
  };
  const keep = (event: JournalEvent): void => {
    if (event.is === 'finding') findings.push(event.finding);
    else if (event.is === 'journalEntry') journalEntries.push(event.entry);
    else exchanges.push(event.exchange);
    alongside(() => append(folder, event));
  };
  return {
    get kept() {
      return { header, findings, exchanges, journalEntries };
    },
    keep,
    begin: (now) => {
      const isAnother = JSON.stringify(now) !== JSON.stringify(header);
      header = now;
      if (isAnother) alongside(write);
    },
    alongside,
    broken: breaking.signal,
  };
}

function append(folder: ResultFolder, event: JournalEvent): void {
  if (event.is === 'finding')
    folder.append('findings.ndjson', JSON.stringify(event.finding), unsearchedInFinding(event.finding));
  else if (event.is === 'journalEntry') folder.append('journal.ndjson', JSON.stringify(event.entry));
  else folder.append('exchanges.ndjson', exchangeLine(event.exchange), unsearchedInExchange(event.exchange));
}

/** Members of a finding that come from the check and are the same for every target. */
const ofTheCheck: ReadonlySet<string> = new Set<keyof Finding>(['check', 'clause', 'level', 'title', 'requirement']);

function unsearchedInFinding(finding: Finding): readonly string[] {
  const judged = Object.entries(finding).filter(([name]) => !ofTheCheck.has(name));
  return judged.map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

/** Responses were searched for secrets when they came, also in their encodings; they may have megabytes. */
function unsearchedInExchange({ probe, request }: Exchange): readonly string[] {
  const { url, headers, body } = request;
  return [probe, url, ...headers.flat(), Buffer.from(body.subarray(0, mostSearched)).toString('utf8')];
}

/** Bytes of a request body to search: values taken from a response, such as a session id, are at the beginning. */
const mostSearched = 4096;
