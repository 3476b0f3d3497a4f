import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isFinding, isRun, isRunHeader } from '../../conformance/evidence/journal-shapes.ts';
import type { Shape } from '../../conformance/evidence/shape.ts';
import { isJournalEntry, isExchange } from '../../conformance/evidence/shapes.ts';
import type { JournalEntry } from '../../conformance/model/journal-entry.ts';
import type { Journal } from '../../conformance/engine/run/assemble.ts';
import { exchangeFromLine } from '../../conformance/engine/run/exchange-line.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding, Run, RunHeader, Spend } from '../../conformance/engine/run/run.ts';
import { fieldsOf } from '../../load/records/narrow.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readJson } from '../reading/read-json.ts';
import { readJsonLines } from '../reading/read-json-lines.ts';
import { UsageError } from '../input/usage-error.ts';

/**
 * A journal read back, and when it ended: as `run.json` says, else with its last exchange. What `fuzz` used up only
 * `run.json` says, since it keeps the exchanges of findings alone.
 */
export function readJournal(path: string): {
  readonly journal: Journal;
  readonly endedAt: string;
  readonly spend: Spend | undefined;
} {
  const told = join(path, 'findings.ndjson');
  let header: RunHeader | undefined;
  const findings: Finding[] = [];
  for (const { value, number } of linesOf(told, findingsBytes)) {
    if (number > 1) findings.push(formed(told, number, value, isFinding, findingMembers));
    else if (fieldsOf(value)?.['schema'] === 'assay.run/1')
      header = formed(told, number, value, isRunHeader, ['plan', 'startedAt']);
    else if (fieldsOf(value) !== undefined) throw beginsWithNone(told);
    else formed(told, number, value, isRunHeader, []);
  }
  if (header === undefined) throw beginsWithNone(told);
  const sent = join(path, 'exchanges.ndjson');
  const exchanges: Exchange[] = [];
  for (const { value, number } of linesOf(sent, journalBytes, exchangeFromLine))
    exchanges.push(formed(sent, number, value, isExchange, exchangeMembers));
  const written = runAt(path);
  const endedAt = written?.endedAt ?? exchanges.at(-1)?.startedAt ?? header.startedAt;
  const isKnown = header.command === 'fuzz' && written?.spendIsPartial !== true;
  const spend = isKnown ? written?.spend : undefined;
  return { journal: { header, findings, exchanges }, endedAt, spend };
}

/** Its journal entries, which a run of nothing but what anybody may see has none of. */
export function readJournalEntries(path: string): readonly JournalEntry[] {
  const file = join(path, 'journal.ndjson');
  return [...linesOf(file, findingsBytes)].map(({ value, number }) =>
    formed(file, number, value, isJournalEntry, ['is']),
  );
}

const { findingsBytes, journalBytes } = fileBounds;
const findingMembers = ['check', 'level', 'verdict', 'mismatches', 'exchanges'];
const exchangeMembers = ['id', 'probe', 'request', 'response', 'startedAt'];

function beginsWithNone(file: string): UsageError {
  return new UsageError(`${file} does not begin with an assay.run/1 header`);
}

/** It is derived from the rest, and may be damaged: then it has nothing to say. */
function runAt(path: string): Run | undefined {
  const file = join(path, 'run.json');
  if (!existsSync(file)) return undefined;
  const run = readJson({ path: file });
  // One that was derived while it went on says nothing of its end.
  return isRun(run) && run.goesOn !== true ? run : undefined;
}

/** None of a file that is not there. The last one of a killed run may be torn, and says nothing then. */
function* linesOf(
  file: string,
  most: number,
  parse?: (text: string) => unknown,
): Generator<{ readonly value: unknown; readonly number: number }, undefined> {
  if (!existsSync(file)) return undefined;
  for (const line of readJsonLines({ path: file }, most, parse))
    if (line.isEnded || line.value !== undefined) yield line;
  return undefined;
}

/** Throws a UsageError that names the line where it is damaged, or lacks what each has to have. */
function formed<T>(file: string, number: number, line: unknown, shape: Shape<T>, members: readonly string[]): T {
  if (shape(line)) return line;
  const fields = fieldsOf(line);
  const lacking = members.find((name) => fields?.[name] === undefined);
  const what =
    fields === undefined
      ? 'not a JSON object'
      : lacking === undefined
        ? 'not as assay writes it'
        : `without ${lacking}`;
  throw new UsageError(`${file}, line ${number}, is ${what}: it was damaged after it was written`);
}
