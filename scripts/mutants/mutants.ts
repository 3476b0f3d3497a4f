import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../package/version.ts';
import { instrumented } from './instrument.ts';
import { kept } from './kept.ts';
import type { Mutant } from './mutant.ts';
import { triedAll } from './pool.ts';
import { openIn, resultText, shown, staleIn, withKept, type MutantsResult, type TriedMutant } from './result.ts';
import { sampled } from './sample.ts';
import type { Job } from './worker.ts';

/**
 * `npm run mutants [-- --sample N] [--seed N] [--jobs N] [ID…]`: a sample of the changes of the service's own code, or
 * those named, and what the checks make of each. Writes `reports/out/mutants.json`; ends 1 where one is neither found
 * nor kept, or where the list of those kept is stale; 2 where the unchanged copy is not all green; 3 where an id names
 * no change.
 */
const file = join('reports', 'out', 'mutants.json');
const deadlineMs = 90_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
});
const [sample, seed, jobs] = [values.sample, values.seed, values.jobs].map(Number) as [number, number, number];
const folder = mkdtempSync(join(tmpdir(), 'assay-mutants-'));
try {
  process.exitCode = await measured();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measured(): Promise<number> {
  const startedAt = new Date().toISOString();
  const all = await instrumented(join(import.meta.dirname, '..', '..'), folder);
  const chosen = positionals.length === 0 ? sampled(all, sample, seed) : all.filter(({ id }) => positionals.includes(id));
  const strange = positionals.filter((id) => !all.some((mutant) => mutant.id === id));
  if (strange.length > 0 || chosen.length === 0 || ![sample, seed, jobs].every(Number.isSafeInteger)) {
    console.error(`mutants: ${[...strange, ...process.argv.slice(2)][0] ?? ''} names no change and no wish`);
    return 3;
  }
  const reached = await reachedUnchanged();
  if (reached === undefined) return 2;
  const tried = withKept(await triedOf(chosen, reached), kept);
  const result: MutantsResult = {
    ...{ schema: 'assay.mutants/1', tool: { name: 'assay', version }, startedAt, endedAt: new Date().toISOString() },
    ...{ seed, of: all.length, tried, stale: staleIn(kept, all, tried) },
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`${resultText(result)}\n\n${file}`);
  return openIn(tried).length > 0 || result.stale.length > 0 ? 1 : 0;
}

/** The changes that a run against the unchanged copy comes by; undefined where something is wrong with it already. */
async function reachedUnchanged(): Promise<ReadonlySet<string> | undefined> {
  let reached: ReadonlySet<string> | undefined;
  await triedAll([{ folder, deadlineMs: 3 * deadlineMs }], 1, (_job, answer) => {
    if (answer.verdict.is === 'survived') reached = new Set(answer.reached);
    else console.error(`mutants: the unchanged service is not all green: ${JSON.stringify(answer.verdict)}`);
  });
  return reached;
}

async function triedOf(chosen: readonly Mutant[], reached: ReadonlySet<string>): Promise<readonly TriedMutant[]> {
  const tried = new Map<string, TriedMutant>();
  const keep = (one: TriedMutant): void => {
    tried.set(one.id, one);
    const { is } = one.verdict;
    if (['survived', 'notJudged', 'noticed', 'defect'].includes(is)) tell(`${shown(one)}\n`);
    if (process.stderr.isTTY) process.stderr.write(`${tried.size} of ${chosen.length} tried`);
  };
  // What no check comes by, none can find.
  for (const mutant of chosen.filter(({ key }) => !reached.has(key)))
    keep({ ...mutant, verdict: { is: 'survived', reached: false } });
  const work = chosen
    .filter(({ key }) => reached.has(key))
    .map((mutant): Job & { readonly key: string; readonly mutant: Mutant } => ({
      ...{ folder, deadlineMs, mutant },
      key: mutant.key,
    }));
  await triedAll(work, jobs, ({ mutant }, { verdict }) => keep({ ...mutant, verdict }));
  tell('');
  return chosen.map(({ id }) => tried.get(id)).filter((one) => one !== undefined);
}

function tell(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001B[K${text}` : text);
}
