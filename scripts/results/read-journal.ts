import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '../../conformance/model/journal-entry.ts';
import type { Journal } from '../../conformance/engine/run/assemble.ts';
import { exchangeForm } from '../../conformance/engine/run/exchange-line.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding, Run, RunHeader, Spend } from '../../conformance/model/run.ts';
import { formOf, type Form } from '../../conformance/reading/form.ts';
import { pluralize } from '../../reports/text/format.ts';
import { asObject } from '../../load/records/narrow.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readJson } from '../reading/read-json.ts';
import { readJsonLines } from '../reading/read-json-lines.ts';
import { UsageError } from '../errors/usage-error.ts';
import { withOwnCommands } from './own-commands.ts';

type ReadJournal = {
  readonly journal: Journal;
  readonly endedAt: string;
  readonly spend: Spend | undefined;
};

/** A complete journal. Throws a UsageError where exchanges that findings name are missing. */
export function readJournal(path: string): ReadJournal {
  const read = readIncompleteJournal(path);
  if (read.missing !== undefined) throw new UsageError(read.missing);
  return read;
}

/**
 * A journal and the end of the run: from `run.json`, else from the last exchange. The use of `fuzz` is only in
 * `run.json`, since it keeps only the exchanges of findings. `missing` says which exchanges are missing, if any; no
 * kill causes that, as each is written before the findings that name it.
 */
export function readIncompleteJournal(path: string): ReadJournal & { readonly missing: string | undefined } {
  const told = join(path, 'findings.ndjson');
  let header: RunHeader | undefined;
  const findings: Finding[] = [];
  const judged = new Set<string>();
  for (const { value, number } of linesOf(told, findingsBytes)) {
    if (number > 1)
      findings.push(foundOnce(told, number, withReproduceBy(formed(told, number, value, findingForm)), judged));
    else if (isOfAnother(value)) throw beginsWithNone(told);
    else header = formed(told, number, value, headerForm);
  }
  if (header === undefined) throw beginsWithNone(told);
  const sent = join(path, 'exchanges.ndjson');
  const exchanges = readExchanges(path);
  const written = runAt(path);
  const endedAt = written?.endedAt ?? exchanges.at(-1)?.startedAt ?? header.startedAt;
  const isKnown = header.command === 'fuzz' && written?.spendIsPartial !== true;
  const spend = isKnown ? written?.spend : undefined;
  const journal = { header, findings: withOwnCommands(findings, exchanges, path), exchanges };
  return { journal, endedAt, spend, missing: missingIn(sent, findings, exchanges) };
}

function missingIn(file: string, findings: readonly Finding[], exchanges: readonly Exchange[]): string | undefined {
  const kept = new Set(exchanges.map(({ id }) => id));
  const { size } = new Set(findings.flatMap((finding) => finding.exchanges.filter((id) => !kept.has(id))));
  if (size === 0) return undefined;
  const which = pluralize(size, 'exchange that the findings name is', 'exchanges that the findings name are');
  return `${which} missing from ${file}: it was cut or changed after it was written`;
}

/** The journal entries; a run of public operations only has none. */
export function readJournalEntries(path: string): readonly JournalEntry[] {
  const file = join(path, 'journal.ndjson');
  return [...linesOf(file, findingsBytes)].map(({ value, number }) => formed(file, number, value, journalEntryForm));
}

const { findingsBytes, journalBytes } = fileBounds;
const journalEntryForm = formOf<JournalEntry>('journal-entry');
/** The folder may be of another version of assay; members that it adds are ignored. */
const headerForm = formOf<RunHeader>('run#/$defs/headerLine', { takesMore: true });
const findingForm = formOf<Finding>('finding', { takesMore: true });
const runForm = formOf<Run>('run', { takesMore: true });

function isOfAnother(header: unknown): boolean {
  const fields = asObject(header);
  return fields !== undefined && fields['schema'] !== 'assay.run/1';
}

/** Earlier versions did not write `reproduceBy`; it follows from how the command begins. */
function withReproduceBy(finding: Finding): Finding {
  const { reproduce, reproduceBy } = finding;
  if (reproduceBy !== undefined || reproduce === '') return finding;
  return { ...finding, reproduceBy: reproduce.startsWith('npx ') ? 'command' : 'curl' };
}

/** A run judges a check once: a second line would be counted as another check. */
function foundOnce(file: string, number: number, finding: Finding, judged: Set<string>): Finding {
  const { check } = finding;
  if (judged.has(check))
    throw new UsageError(`${file}, line ${number}, has ${check} a second time; it was damaged after it was written`);
  judged.add(check);
  return finding;
}

function beginsWithNone(file: string): UsageError {
  return new UsageError(
    `${file} does not begin with an assay.run/1 header; it is damaged, or of another version of assay: run check again`,
  );
}

/** The exchanges that the findings of `run.json` rest on, as far as they are there. */
export function readExchanges(path: string): readonly Exchange[] {
  const sent = join(path, 'exchanges.ndjson');
  return [...linesOf(sent, journalBytes)].map(({ value, number }) => formed(sent, number, value, exchangeForm));
}

/** `run.json` is derived from the other files; a damaged one is ignored. */
function runAt(path: string): Run | undefined {
  const file = join(path, 'run.json');
  if (!existsSync(file)) return undefined;
  const run = runForm(readJson({ path: file }));
  // A `run.json` that was derived during the run does not tell its end.
  return run.is === 'formed' && run.value.goesOn !== true ? run.value : undefined;
}

/** The lines of a file, none where it does not exist. The last line of a killed run may be torn and is ignored. */
function* linesOf(
  file: string,
  most: number,
): Generator<{ readonly value: unknown; readonly number: number }, undefined> {
  if (!existsSync(file)) return undefined;
  for (const line of readJsonLines({ path: file }, most)) if (line.isEnded || line.value !== undefined) yield line;
  return undefined;
}

/** Throws a UsageError that names the line, and the place in it, where it differs from the format. */
function formed<T>(file: string, number: number, line: unknown, form: Form<T>): T {
  const damaged = 'it was damaged after it was written';
  if (asObject(line) === undefined) throw new UsageError(`${file}, line ${number}, is not a JSON object: ${damaged}`);
  const read = form(line);
  if (read.is === 'formed') return read.value;
  throw new UsageError(`${file}, line ${number}: ${read.because}; ${damaged}`);
}
