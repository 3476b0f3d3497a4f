import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from '../errors/usage-error.ts';
import { version } from '../package/version.ts';
import { instrumentService, type Instrumented } from './instrument.ts';
import { acceptedSurvivors } from './accepted-survivors.ts';
import type { Mutant } from './mutant.ts';
import { tryAll } from './pool.ts';
import {
  isKilled,
  unexplainedIn,
  resultText,
  mutantText,
  staleIn,
  withAccepted,
  type MutantsResult,
  type TriedMutant,
} from './result.ts';
import { drawSample } from './sample.ts';
import type { MutantVerdict } from './verdict.ts';
import { optionsIn, type Options } from './options.ts';

const file = join('reports', 'out', 'mutants.json');
const deadlineMs = 120_000;

/**
 * `npm run mutants [-- --sample N] [--seed N] [--jobs N] [--only GLOB]… [ID…]`: a sample of the mutations of the
 * service's own code, or the named ones, and how the checks judge each. Writes `reports/out/mutants.json`; ends 1 where
 * a mutation is neither found nor accepted, or where the list of accepted ones is stale; 2 where the unchanged copy
 * does not pass; 3 where an argument matches nothing.
 */
const folder = mkdtempSync(join(tmpdir(), 'assay-mutants-'));
try {
  process.exitCode = await measured(optionsIn(process.argv.slice(2)));
} catch (thrown) {
  if (!(thrown instanceof UsageError)) throw thrown;
  console.error(`mutants: ${thrown.message}`);
  process.exitCode = 3;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measured({ ids, sample, seed, jobs, only }: Options): Promise<number> {
  const startedAt = new Date().toISOString();
  const { mutants: all, placed } = await instrumentService(join(import.meta.dirname, '..', '..'), folder);
  const strange = ids.filter((id) => !all.some((mutant) => mutant.id === id));
  if (strange.length > 0) throw new UsageError(`${strange.join(' ')} names no change of the service`);
  const chosen = ids.length === 0 ? drawSample(all, sample, seed) : all.filter(({ id }) => ids.includes(id));
  const reached = await reachedUnchanged(only);
  if (reached === undefined) return 2;
  const tried = await triedOf({ chosen, placed, reached, jobs, only });
  const result: MutantsResult = {
    schema: 'assay.mutants/1',
    tool: { name: 'assay', version },
    startedAt,
    endedAt: new Date().toISOString(),
    seed,
    of: all.length,
    tried,
    stale: staleIn(acceptedSurvivors, all, tried),
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`${resultText(result)}\n\n${file}`);
  return unexplainedIn(tried).length > 0 || result.stale.length > 0 ? 1 : 0;
}

/**
 * The mutations whose code a run against the unchanged copy executes; undefined where the unchanged copy already fails.
 */
async function reachedUnchanged(only: readonly string[]): Promise<ReadonlySet<string> | undefined> {
  let reached: ReadonlySet<string> | undefined;
  await tryAll([{ folder, only, deadlineMs: 3 * deadlineMs }], 1, (_job, answer) => {
    if (answer.verdict.is === 'survived') reached = new Set(answer.reached);
    else console.error(`mutants: the unchanged service is not all green: ${JSON.stringify(answer.verdict)}`);
  });
  return reached;
}

type Trying = Pick<Options, 'jobs' | 'only'> & {
  readonly chosen: readonly Mutant[];
  readonly placed: Instrumented['placed'];
  /** Keys of the executed mutations. */
  readonly reached: ReadonlySet<string>;
};

async function triedOf({ chosen, placed, reached, jobs, only }: Trying): Promise<readonly TriedMutant[]> {
  const tried = new Map<string, TriedMutant>();
  const note = (mutant: Mutant, verdict: MutantVerdict): void => {
    const [one] = withAccepted([{ ...mutant, verdict }], acceptedSurvivors);
    if (one === undefined) return;
    tried.set(one.id, one);
    if (one.accepted === undefined && !isKilled(one)) tell(`${mutantText(one)}\n`);
    if (process.stderr.isTTY) process.stderr.write(`${tried.size} of ${chosen.length} tried`);
  };
  const work = chosen.map((mutant) => ({ ...placed(mutant), only, deadlineMs, mutant }));
  const isMet = ({ key }: (typeof work)[number]): boolean => key === undefined || reached.has(key);
  // No check can find a mutation in code that is never executed.
  for (const { mutant } of work.filter((job) => !isMet(job))) note(mutant, { is: 'survived', reached: false });
  await tryAll(work.filter(isMet), jobs, ({ mutant }, { verdict }) => note(mutant, verdict));
  tell('');
  return chosen.map(({ id }) => tried.get(id)).filter((one) => one !== undefined);
}

function tell(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001B[K${text}` : text);
}
