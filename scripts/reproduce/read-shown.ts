import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { everyCheck } from '../../conformance/every.ts';
import type { Finding, RunHeader } from '../../conformance/model/run.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { UsageError } from '../errors/usage-error.ts';
import { nearestIds } from '../input/nearest-ids.ts';
import { readJournal } from '../results/read-journal.ts';

/** What a run found for one check, with everything that it recorded. */
export type RecordedCheck = {
  readonly path: string;
  readonly header: RunHeader;
  /** Several findings where a fuzz run found several causes. */
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
};

/**
 * What the folder of a `check`, `certify` or `fuzz` run says about a check. Throws a UsageError where it says nothing.
 */
export function readRecordedCheck(folder: string, id: string): RecordedCheck {
  const path = resolve(folder);
  if (!existsSync(join(path, 'findings.ndjson'))) {
    const other = existsSync(join(path, 'requests.ndjson')) ? 'it holds a load run' : 'findings.ndjson is not in it';
    // A path that is not a folder may be anything, even a secret, so it is not printed.
    const which = existsSync(path) ? `${path} is not` : 'the first argument names no folder that is there, and not';
    throw new UsageError(`${which} a result folder of assay check, certify or fuzz: ${other}`);
  }
  const { header, findings, exchanges } = readJournal(path).journal;
  const own = findings.filter(({ check }) => check === id);
  if (own.length > 0) return { path, header, findings: own, exchanges };
  if (everyCheck.some((check) => check.id === id))
    throw new UsageError(`the run in ${path} did not judge ${id}; run it first: npx assay check --only '${id}'`);
  throw new UsageError(`${named(id)} is not a check of the run in ${path}; ${hintFor(id, findings)}`);
}

/** The nearest of its checks; if there are none, the probable mistake. */
function hintFor(wrong: string, findings: readonly Finding[]): string {
  const near = nearestIds(wrong, [...new Set(findings.map(({ check }) => check))]);
  if (near.length > 0) return `did you mean ${near.join(' or ')}?`;
  const failed = findings.find(({ verdict }) => verdict.is === 'fail');
  return `run.json lists its findings${failed === undefined ? '' : `, such as ${failed.check}, which failed`}`;
}

/** The argument as typed, if it consists of words as ids do; anything else may be a misplaced secret. */
function named(typed: string): string {
  return idLike.test(typed) ? typed : 'the second argument';
}

/** Short words, such as `base64` and `HEAD`, and numbers. */
const idLike = /^(?:(?:[a-z]{1,20}|[A-Z]{1,20})?\d{0,4}(?:[-./#]|$))+$/;
