import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { everyCheck } from '../../conformance/every.ts';
import type { Finding, RunHeader } from '../../conformance/model/run.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { nearest } from '../../conformance/reading/nearest.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readJournal } from '../results/read-journal.ts';

/** What a run found of one check, with all that it recorded. */
export type RecordedCheck = {
  readonly path: string;
  readonly header: RunHeader;
  /** Several where a fuzz run found several causes. */
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
};

/** What the folder of a `check`, `certify` or `fuzz` run says of a check. Throws a UsageError where it says nothing. */
export function readShown(folder: string, id: string): RecordedCheck {
  const path = resolve(folder);
  if (!existsSync(join(path, 'findings.ndjson'))) {
    const other = existsSync(join(path, 'requests.ndjson')) ? 'it holds a load run' : 'findings.ndjson is not in it';
    // What is not a folder may be anything, a secret too.
    const which = existsSync(path) ? path : 'the first argument';
    throw new UsageError(`${which} is not a result folder of assay check or assay fuzz: ${other}`);
  }
  const { header, findings, exchanges } = readJournal(path).journal;
  const own = findings.filter(({ check }) => check === id);
  if (own.length > 0) return { path, header, findings: own, exchanges };
  const near = nearest(id, [...new Set(findings.map(({ check }) => check))]);
  if (everyCheck.some((check) => check.id === id))
    throw new UsageError(`the run in ${path} did not judge ${id}; run it first: npx assay check --only '${id}'`);
  const hint = near.length === 0 ? 'run.json lists its findings' : `did you mean ${near.join(' or ')}?`;
  throw new UsageError(`the second argument is not a check of the run in ${path}; ${hint}`);
}
