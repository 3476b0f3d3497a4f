import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compareRuns } from '../../conformance/engine/run/compare-runs.ts';
import type { Run } from '../../conformance/model/run.ts';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { refusals, toldDifferences } from '../../load/compare/comparable.ts';
import { compareLoads, type CompareOptions } from '../../load/compare/compare-loads.ts';
import type { Told } from '../../load/compare/comparison.ts';
import type { Load } from '../../load/verdict/load.ts';
import { bothOf, compareOptions, loadFlagIn } from '../compare/flags.ts';
import { readLoadRun } from '../load/results/read-load-run.ts';
import { readRunJson } from '../results/read-run-json.ts';
import { openResultFolder, refuseToOverwrite } from '../results/result-folder.ts';
import { tellComparison, type Comparison } from '../compare/comparison-reporter.ts';
import { UsageError } from '../errors/usage-error.ts';

/** `assay compare A B`: what differs between two runs of one kind, and whether that is no chance. Gives the exit code. */
export async function compare(args: readonly string[], flags: RawSettings): Promise<number> {
  if (flags['live'] === true) return (await import('../compare/live.ts')).compareLive(args, flags);
  const misplaced = Object.keys(flags).find((name) => !ownFlags.includes(name));
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} works only with compare --live`);
  if (args.length > 2) return compareSeveral(args, flags);
  const [first, second] = bothOf(args, 'compare needs two result folders: assay compare A B');
  const [a, b] = [resolve(first), resolve(second)];
  const out = typeof flags['out'] === 'string' ? flags['out'] : undefined;
  refuseToOverwrite(out, [a, b]);
  const [kindA, kindB] = [kindOf('A', a), kindOf('B', b)];
  if (kindA !== kindB) throw new UsageError(`a ${kindA} run and a ${kindB} run cannot be compared: ${a} and ${b}`);
  const comparison = kindA === 'load' ? await loadsIn(a, b, flags) : checksIn(a, b, flags);
  await tellComparison(comparison, openResultFolder(out, 'compare', new Date()), flags['json'] === true, [a, b]);
  return comparison.exitCode;
}

/** Load runs in the order of the releases that they measured: each against the one before, on one page. */
async function compareSeveral(args: readonly string[], flags: RawSettings): Promise<number> {
  const ofTwo = ['fail-if', 'only', 'json'].find((name) => flags[name] !== undefined);
  if (ofTwo !== undefined) throw new UsageError(`--${ofTwo} is for two result folders; ${args.length} were given`);
  const paths = args.map((path) => resolve(path));
  const out = typeof flags['out'] === 'string' ? flags['out'] : undefined;
  refuseToOverwrite(out, paths);
  const check = paths.find((path, place) => kindOf(`folder ${place + 1}`, path) === 'check');
  if (check !== undefined)
    throw new UsageError(`${check} is a run of checks; of those two are compared at a time: assay compare A B`);
  const { within } = compareOptions(flags);
  const { reportReleases } = await import('../load/results/releases.ts');
  const folder = openResultFolder(out, 'compare', new Date());
  await reportReleases(
    folder,
    paths.map((path) => ({ path })),
    { within },
  );
  folder.close();
  return 0;
}

const ownFlags = ['fail-if', 'within', 'only', 'json', 'out'];

function kindOf(side: string, folder: string): 'load' | 'check' {
  if (existsSync(join(folder, 'requests.ndjson'))) return 'load';
  if (existsSync(join(folder, 'run.json')) || existsSync(join(folder, 'findings.ndjson'))) return 'check';
  // What is nowhere may be a token in the wrong place.
  const named = existsSync(folder) ? folder : `${side}, which does not exist,`;
  throw new UsageError(`${named} is not a result folder: neither requests.ndjson nor run.json is in it`);
}

async function loadsIn(pathA: string, pathB: string, flags: RawSettings): Promise<Comparison> {
  const options = compareOptions(flags);
  const [a, b] = [await readLoadRun(pathA), await readLoadRun(pathB)];
  refuse([...refusals(a, b), ...otherGoodput(options, a.load, b.load)]);
  const sides = { is: 'runs', a: a.samples, b: b.samples } as const;
  return compareLoads({ sides, loadsA: [a.load], loadsB: [b.load], told: toldDifferences(a, b) }, options);
}

/** Left out where nobody asks for it: by two SLOs it is two quantities. */
function otherGoodput({ asked = [], limits }: CompareOptions, a: Load, b: Load): readonly Told[] {
  const isAsked = [...asked, ...limits.map((limit) => limit.asked)].some(({ name }) => name === 'goodput');
  const [sloA, sloB] = [a, b].map(({ settings }) => settings.slo ?? 'none') as [string, string];
  return isAsked ? differing('the SLO, by which goodput counts', sloA, sloB) : [];
}

function checksIn(pathA: string, pathB: string, flags: RawSettings): Comparison {
  const flag = loadFlagIn(flags);
  if (flag !== undefined) throw new UsageError(`--${flag} is about times, and these are runs of checks`);
  const [a, b] = [readRunJson(pathA), readRunJson(pathB)];
  refuse([
    ...differing('the command', a.command, b.command),
    ...differing('completeness', progress(a), progress(b), !a.complete || !b.complete),
  ]);
  return compareRuns(a, b);
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

function differing(what: string, a: string, b: string, differs = a !== b): readonly Told[] {
  return differs ? [{ what, a, b }] : [];
}

function refuse(reasons: readonly Told[]): void {
  if (reasons.length === 0) return;
  const lines = reasons.map(({ what, a, b }) => `  ${what}\n    A: ${a}\n    B: ${b}`);
  throw new UsageError(`the two runs cannot be compared; these have to be equal:\n${lines.join('\n')}`);
}
