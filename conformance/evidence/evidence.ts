import { exchangeForm, isAddress } from '../engine/run/exchange-line.ts';
import type { RunHeader } from '../model/run.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import { formOf, type Form } from '../reading/form.ts';
import type { RecordedRun } from './recorded-calls.ts';
import { selfTestForm, type SelfTest } from './self-test.ts';

/** A line of a file; `value` is undefined where it is not JSON, or exceeds a bound. */
type JsonLine = { readonly value: unknown; readonly isEnded: boolean };

/** What was read of the files that a certificate rests on. */
type EvidenceFiles = {
  readonly run: unknown;
  readonly findings: Iterable<JsonLine>;
  readonly exchanges: Iterable<JsonLine>;
  readonly journalEntries: Iterable<JsonLine>;
  readonly selfTest: unknown;
};

/**
 * The contents of the files. Findings and run are only compared with the new judgement, so that their form is not
 * checked.
 */
export type Evidence = {
  readonly record: RecordedRun;
  readonly findings: readonly unknown[];
  readonly run: unknown;
  readonly selfTest: SelfTest;
};

type EvidenceRead =
  | { readonly is: 'read'; readonly evidence: Evidence }
  | { readonly is: 'unreadable'; readonly because: string };

/** Checks the form of the files strictly: anything that assay does not write is refused. */
export function evidenceFrom(files: EvidenceFiles): EvidenceRead {
  try {
    const [first, ...findings] = valuesOf('findings.ndjson', files.findings);
    const header = formed('the first line of findings.ndjson', first, headerForm);
    const exchanges = formedLines('exchanges.ndjson', files.exchanges, exchangeForm);
    const journalEntries = formedLines('journal.ndjson', files.journalEntries, journalEntryForm);
    const twice = repeated(exchanges.map(({ id }) => id));
    if (twice !== undefined) throw new Unreadable(`exchanges.ndjson has ${twice.slice(0, longestShown)} twice`);
    return {
      is: 'read',
      evidence: {
        record: { header, exchanges, journalEntries },
        findings,
        run: readable('run.json', files.run),
        selfTest: formed('self-test.json', readable('self-test.json', files.selfTest), selfTestForm),
      },
    };
  } catch (error) {
    if (error instanceof Unreadable) return { is: 'unreadable', because: error.message };
    throw error;
  }
}

const journalEntryForm = formOf<JournalEntry>('journal-entry');
const lineForm = formOf<RunHeader>('run#/$defs/headerLine');

/** The header of a run that can be certified: `check` with a target that answered, without pauses. */
const headerForm: Form<RunHeader> = (value) => {
  const line = lineForm(value);
  if (line.is === 'other') return line;
  const { command, target, given, pauses } = line.value;
  const isOne = command === 'check' && isAddress(target) && pauses === undefined;
  if (isOne && given !== undefined && given.unanswered === undefined) return line;
  return { is: 'other', because: 'it is of no run that is certified' };
};

const longestShown = 120;

class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

function formed<T>(what: string, each: unknown, form: Form<T>): T {
  if (each === undefined) throw new Unreadable(`${what} is missing`);
  const read = form(each);
  if (read.is === 'formed') return read.value;
  throw new Unreadable(`${what} does not have the form that assay writes: ${read.because}`);
}

function* valuesOf(file: string, lines: Iterable<JsonLine>): Generator<unknown, undefined> {
  let number = 0;
  for (const { value, isEnded } of lines) {
    number += 1;
    if (!isEnded) throw new Unreadable(`${file} ends within a line`);
    yield readable(`line ${number} of ${file}`, value);
  }
  return undefined;
}

/** Checks each line as it is read, so that a line of another form is not kept. */
function formedLines<T>(file: string, lines: Iterable<JsonLine>, form: Form<T>): readonly T[] {
  const all: T[] = [];
  for (const value of valuesOf(file, lines)) all.push(formed(`line ${all.length + 1} of ${file}`, value, form));
  return all;
}

function readable(what: string, value: unknown): unknown {
  if (value === undefined) throw new Unreadable(`${what} is not readable JSON`);
  return value;
}

function repeated(ids: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return ids.find((id) => seen.size === seen.add(id).size);
}
