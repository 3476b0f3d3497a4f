import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { treeOf } from '../hostile/tree.ts';
import { isRunning, markOf, type ProcessMark } from '../results/is-running.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { argumentsOf, behaviourFor, type KilledCommand } from './commands.ts';
import { startLogged, type AnsweredRequest } from './logged-service.ts';
import { lostFindings, lostRequests, type OutputPart } from './lost.ts';

/** The result of a kill. `broken` lists what was lost in spite of the promises. */
export type KillResult = {
  readonly command: KilledCommand;
  readonly moment: Moment;
  /** Number of requests answered, and of lines printed, before the kill. */
  readonly answered: number;
  readonly told: number;
  readonly broken: readonly string[];
};

/** Longest time in milliseconds that child processes may outlive the command. */
const longestOrphanMs = 5_000;

const bin = join(import.meta.dirname, '..', 'bin.js');

/** A time after the start, or after the first response: a start takes longer on a busy machine. */
export type Moment = { readonly ms: number; readonly from: 'start' | 'first answer' };

/**
 * Kills a command at that moment, and checks whether everything printed or answered `keptAfterMs` before is still
 * there.
 */
export async function killAt(
  command: KilledCommand,
  moment: Moment,
  { key, keptAfterMs }: { readonly key: string; readonly keptAfterMs: number },
): Promise<KillResult> {
  const service = await startLogged({ delayMs: 40, behaviour: behaviourFor(command) });
  const out = join(emptyFolder(), 'results');
  const told: OutputPart[] = [];
  const child = spawn(process.execPath, [bin, ...argumentsOf(command, service, { out, key })], { cwd: emptyFolder() });
  child.stdout.setEncoding('utf8').on('data', (text: string) => told.push({ text, atMs: performance.now() }));
  child.stderr.resume();
  const exited = once(child, 'exit');
  await Promise.race([exited, moment.from === 'start' ? undefined : service.firstAnswer]);
  await Promise.race([after(moment.ms), exited]);
  const family = treeOf(child.pid ?? 0)
    .slice(1)
    .flatMap(markOf);
  child.kill('SIGKILL');
  const killedAtMs = performance.now();
  await exited;
  const orphans = await untilGone(family);
  await service.close();
  const before = <T extends { readonly atMs: number }>(all: readonly T[]): readonly T[] =>
    all.filter(({ atMs }) => atMs < killedAtMs - keptAfterMs);
  const broken = [...orphans, ...(await lost(out, before(service.answered), before(told), command))];
  return { command, moment, answered: service.answered.length, told: told.length, broken };
}

async function lost(
  out: string,
  answered: readonly AnsweredRequest[],
  told: readonly OutputPart[],
  command: KilledCommand,
): Promise<readonly string[]> {
  const broken = [...lostRequests(out, answered, command), ...lostFindings(out, told, command)];
  const hasBegun = ['findings.ndjson', 'requests.ndjson'].some((file) => existsSync(join(out, file)));
  if (!hasBegun) return broken;
  const { code, out: said, err } = await assay(['report', out]);
  // Records without a header are from a k6 that had only just begun.
  const isBegun = command !== 'load' || readFileSync(join(out, 'requests.ndjson'), 'utf8').includes('\n');
  if (isBegun && (code !== 0 || !existsSync(join(out, 'report.html'))))
    broken.push(`report ended ${code}: ${err}${said}`);
  return broken;
}

async function untilGone(family: readonly ProcessMark[]): Promise<readonly string[]> {
  const endMs = performance.now() + longestOrphanMs;
  while (family.some(isRunning) && performance.now() < endMs) await after(50);
  return family.filter(isRunning).map(({ pid }) => `process ${pid} outlived it by 5 s`);
}
