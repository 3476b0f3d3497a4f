import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Circumstance } from '../../conformance/core/circumstance.ts';
import type { Journal } from '../../conformance/core/run/assemble.ts';
import { exchangeFromLine } from '../../conformance/core/run/exchange-line.ts';
import type { Exchange } from '../../conformance/core/exchange.ts';
import type { Finding, Run, RunHeader, Spend } from '../../conformance/core/run/run.ts';
import { fieldsOf, jsonOf } from '../../load/model/narrow.ts';
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
    ['schema', 'plan', 'startedAt'],
    ['check', 'level', 'verdict', 'mismatches', 'exchanges'],
  );
  if (header === undefined || !('schema' in header) || header.schema !== 'assay.run/1') {
    throw new UsageError(`${join(path, 'findings.ndjson')} does not begin with an assay.run/1 header`);
  }
  const exchanges = linesOf<Exchange>(join(path, 'exchanges.ndjson'), exchangeFromLine, exchangeMembers);
  const written = runAt(path);
  const endedAt = written?.endedAt ?? exchanges.at(-1)?.startedAt ?? header.startedAt;
  const isKnown = header.command === 'fuzz' && written?.spendIsPartial !== true;
  const spend = isKnown ? written?.spend : undefined;
  return { journal: { header, findings: findings as readonly Finding[], exchanges }, endedAt, spend };
}

/** Its circumstances, which a run of nothing but what anybody may see has none of. */
export function readCircumstances(path: string): readonly Circumstance[] {
  const parse = (line: string): Circumstance => JSON.parse(line) as Circumstance;
  return linesOf(join(path, 'circumstances.ndjson'), parse, ['is']);
}

const exchangeMembers = ['id', 'probe', 'request', 'response', 'startedAt'];

/** It is derived from the rest, and may be damaged: then it has nothing to say. */
function runAt(path: string): Run | undefined {
  const file = join(path, 'run.json');
  return existsSync(file) ? (fieldsOf(jsonOf(readFileSync(file, 'utf8'))) as Run | undefined) : undefined;
}

/**
 * Whole lines only: the last one of a killed run may be torn. Throws a UsageError that names the line where one is
 * damaged, or lacks what each has to have, the first (`first`) and those behind it (`rest`).
 */
function linesOf<T>(
  file: string,
  parse: (line: string) => T,
  first: readonly string[],
  rest: readonly string[] = first,
): readonly T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  const torn = lines.pop();
  const read = (line: string, at: number): T => {
    const parsed = parsedBy(parse, line);
    const fields = fieldsOf(parsed);
    const lacking = (at === 0 ? first : rest).find((name) => fields?.[name] === undefined);
    if (parsed !== undefined && fields !== undefined && lacking === undefined) return parsed;
    const what = fields === undefined ? 'no JSON object' : `without ${lacking}`;
    throw new UsageError(`${file}, line ${at + 1}, is ${what}: it was damaged after it was written`);
  };
  const parsed = lines.map(read);
  if (torn === undefined || torn === '') return parsed;
  try {
    return [...parsed, read(torn, lines.length)];
  } catch {
    return parsed;
  }
}

function parsedBy<T>(parse: (line: string) => T, line: string): T | undefined {
  try {
    return parse(line);
  } catch {
    return undefined;
  }
}
