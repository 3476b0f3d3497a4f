import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from '../../conformance/core/run/assemble.ts';
import { exchangeFromLine } from '../../conformance/core/run/exchange-line.ts';
import type { Exchange } from '../../conformance/core/exchange.ts';
import type { Finding, Run, RunHeader, Spend } from '../../conformance/core/run/run.ts';
import { UsageError } from '../given/usage-error.ts';

/**
 * A journal read back, and when it ended: as `run.json` says, else with its last exchange. What `fuzz` used up only
 * `run.json` says, since it keeps the exchanges of findings alone.
 */
export function readJournal(path: string): {
  readonly journal: Journal;
  readonly endedAt: string;
  readonly spend: Spend | undefined;
} {
  const [header, ...findings] = linesOf<RunHeader | Finding>(
    join(path, 'findings.ndjson'),
    (line) => JSON.parse(line) as RunHeader | Finding,
  );
  if (header === undefined || !('schema' in header) || header.schema !== 'assay.run/1') {
    throw new UsageError(`${join(path, 'findings.ndjson')} does not begin with an assay.run/1 header`);
  }
  const exchanges = linesOf<Exchange>(join(path, 'exchanges.ndjson'), exchangeFromLine);
  const written = runAt(path);
  const endedAt = written?.endedAt ?? exchanges.at(-1)?.startedAt ?? header.startedAt;
  const spend = header.command === 'fuzz' ? written?.spend : undefined;
  return { journal: { header, findings: findings as readonly Finding[], exchanges }, endedAt, spend };
}

function runAt(path: string): Run | undefined {
  const file = join(path, 'run.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Run) : undefined;
}

/** Whole lines only: the last one of a killed run may be torn. */
function linesOf<T>(file: string, read: (line: string) => T): readonly T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  const torn = lines.pop();
  const parsed = lines.map(read);
  if (torn === undefined || torn === '') return parsed;
  try {
    return [...parsed, read(torn)];
  } catch {
    return parsed;
  }
}
