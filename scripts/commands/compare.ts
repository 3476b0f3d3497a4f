import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compareRuns } from '../../conformance/engine/run/compare-runs.ts';
import type { Run } from '../../conformance/model/run.ts';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { differing, refusals, setupDifferences } from '../../load/compare/comparable.ts';
import { compareLoads, goodputRefusals } from '../../load/compare/compare-loads.ts';
import type { SetupDifference } from '../../load/compare/comparison.ts';
import { twoArguments, compareOptions, loadFlagIn } from '../compare/flags.ts';
import { readLoadRun } from '../load/results/read-load-run.ts';
import { withOwnCommands } from '../results/own-commands.ts';
import { readExchanges } from '../results/read-journal.ts';
import { readRunJson } from '../results/read-run-json.ts';
import { openResultFolder, refuseToOverwrite } from '../results/result-folder.ts';
import { printComparison, type Comparison } from '../compare/comparison-reporter.ts';
import { UsageError } from '../errors/usage-error.ts';

/**
 * `assay compare A B`: what differs between two runs of one kind, and whether the difference is significant. Returns
 * the exit code.
 */
export async function compare(args: readonly string[], flags: RawSettings): Promise<number> {
  if (flags['live'] === true) return (await import('../compare/live.ts')).compareLive(args, flags);
  const misplaced = Object.keys(flags).find((name) => !ownFlags.includes(name));
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} works only with compare --live`);
  if (args.length > 2) return compareSeveral(args, flags);
  const [first, second] = twoArguments(args, 'compare needs two result folders: assay compare A B');
  const [a, b] = [resolve(first), resolve(second)];
  const out = typeof flags['out'] === 'string' ? flags['out'] : undefined;
  refuseToOverwrite(out, [a, b]);
  const [kindA, kindB] = kindsOf([
    ['A', a],
    ['B', b],
  ]);
  if (kindA !== kindB) throw new UsageError(`a ${kindA} run and a ${kindB} run cannot be compared: ${a} and ${b}`);
  const comparison = kindA === 'load' ? await loadsIn(a, b, flags) : checksIn(a, b, flags);
  await printComparison(comparison, openResultFolder(out, 'compare', new Date()), flags['json'] === true, [a, b]);
  return comparison.exitCode;
}

/** Compares load runs in the order of their releases, each with the one before, on one page. */
async function compareSeveral(args: readonly string[], flags: RawSettings): Promise<number> {
  const paths = args.map((path) => resolve(path));
  const out = typeof flags['out'] === 'string' ? flags['out'] : undefined;
  refuseToOverwrite(out, paths);
  const kinds = kindsOf(paths.map((path, place) => [`folder ${place + 1}`, path]));
  const check = paths.find((_, place) => kinds[place] === 'check');
  if (check !== undefined)
    throw new UsageError(`${check} is a run of checks; of those two are compared at a time: assay compare A B`);
  const options = compareOptions(flags);
  const { reportReleases } = await import('../load/results/releases.ts');
  const folder = openResultFolder(out, 'compare', new Date());
  const shown = paths.map((path) => ({ path }));
  const code = await reportReleases(folder, shown, options, flags['json'] === true);
  folder.close();
  return code;
}

const ownFlags = ['fail-if', 'within', 'only', 'json', 'out'];

/** The kinds of these result folders. Throws a UsageError that names every folder without results. */
function kindsOf(sides: readonly (readonly [name: string, folder: string])[]): readonly ('load' | 'check')[] {
  const kinds = sides.map(([, folder]) => kindOf(folder));
  // A name that does not exist may be a token in the wrong place, so it is not printed.
  const wrong = sides.filter((_, place) => kinds[place] === undefined);
  const named = wrong.map(([name, folder]) => (existsSync(folder) ? folder : `${name}, which does not exist`));
  if (named.length === 0) return kinds.filter((kind) => kind !== undefined);
  const [one, ...more] = named;
  const nothing = 'neither requests.ndjson nor run.json is in';
  throw new UsageError(
    more.length === 0
      ? `${one}${one === wrong[0]?.[1] ? '' : ','} is not a result folder: ${nothing} it`
      : `these are not result folders, as ${nothing} them:${named.map((each) => `\n  ${each}`).join('')}`,
  );
}

function kindOf(folder: string): 'load' | 'check' | undefined {
  if (existsSync(join(folder, 'requests.ndjson'))) return 'load';
  return existsSync(join(folder, 'run.json')) || existsSync(join(folder, 'findings.ndjson')) ? 'check' : undefined;
}

async function loadsIn(pathA: string, pathB: string, flags: RawSettings): Promise<Comparison> {
  const options = compareOptions(flags);
  const [a, b] = [await readLoadRun(pathA), await readLoadRun(pathB)];
  refuse([...refusals(a, b), ...goodputRefusals(options, a.load, b.load)]);
  const sides = { is: 'runs', a: a.samples, b: b.samples } as const;
  return compareLoads({ sides, loadsA: [a.load], loadsB: [b.load], told: setupDifferences(a, b) }, options);
}

function checksIn(pathA: string, pathB: string, flags: RawSettings): Comparison {
  const flag = loadFlagIn(flags);
  if (flag !== undefined)
    throw new UsageError(`--${flag} is for load runs, and these are runs of checks; leave it out`);
  const [a, b] = [readRunJson(pathA), readRunJson(pathB)];
  refuse([
    ...differing('the command', a.command, b.command),
    ...differing('completeness', progress(a), progress(b), !a.complete || !b.complete),
  ]);
  return compareRuns(withCommands(a, pathA), withCommands(b, pathB));
}

function withCommands(run: Run, path: string): Run {
  return { ...run, findings: withOwnCommands(run.findings, readExchanges(path), path) };
}

function progress({ complete, findings, plan }: Run): string {
  const judged = findings.filter(({ unreached }) => unreached === undefined).length;
  const ran = findings.find(({ unreached }) => unreached !== undefined)?.unreached;
  if (complete) return 'complete';
  const why = {
    time: 'out of time',
    storage: 'out of room for its results',
    standstill: 'ended at a standstill',
    none: 'interrupted',
  }[ran ?? 'none'];
  return `${why}, ${judged} of ${plan.checks.length} checks judged`;
}

function refuse(reasons: readonly SetupDifference[]): void {
  if (reasons.length === 0) return;
  const lines = reasons.map(({ what, a, b }) => `  ${what}\n    A: ${a}\n    B: ${b}`);
  throw new UsageError(`the two runs cannot be compared; these have to be equal:\n${lines.join('\n')}`);
}
