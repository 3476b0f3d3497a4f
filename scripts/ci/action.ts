import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../conformance/core/run/run.ts';
import type { LoadComparison } from '../../load/model/compare/comparison.ts';
import type { Load } from '../../load/model/load.ts';
import {
  annotation,
  checkAnnotations,
  comparisonAnnotations,
  loadAnnotations,
  type Annotation,
} from '../../reports/annotations.ts';
import { block } from '../../reports/markdown-text.ts';
import { UsageError } from '../given/usage-error.ts';
import { workFrom, type CiCommand, type CiWork } from './inputs.ts';
import { annotate, output, summarize, withoutCommands } from './runner.ts';

/**
 * What action.yml runs: the commands that its inputs ask for, one after the other, then summary, annotations and
 * outputs of all. Ends with the worst exit code.
 */

/** The worst first. After those of `ending` nothing further is tried. */
const byWeight = [70, 143, 130, 3, 1, 2, 0];
const ending = [70, 143, 130, 3];

const verdicts: Readonly<Record<number, string>> = {
  0: 'passed',
  1: 'failed',
  2: 'inconclusive',
  3: 'mistake',
  70: 'defect',
  130: 'interrupted',
  143: 'interrupted',
};

const bin = join(import.meta.dirname, '..', 'bin.js');

type Ended = { readonly command: CiCommand; readonly code: number; readonly said: string };

async function run(env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const work = workFrom(env);
    const ended = await withoutCommands(() => runAll(work));
    tell(ended);
    const code = byWeight.find((each) => ended.some((one) => one.code === each)) ?? 70;
    conclude(code, work.out);
    return code;
  } catch (error) {
    // Of a defect the message alone: its stack would go past the annotation's escapes.
    const code = error instanceof UsageError ? 3 : 70;
    const message = error instanceof Error ? error.message : String(error);
    annotate([annotation('error', `assay: ${verdicts[code]}`, [message])]);
    summarize(`## ✗ assay: ${verdicts[code]}\n\n${block('', message)}\n`);
    conclude(code, undefined);
    return code;
  }
}

async function runAll({ commands, env }: CiWork): Promise<readonly Ended[]> {
  const ended: Ended[] = [];
  for (const command of commands) {
    if (command.name === 'compare' && ended.at(-1)?.code === 2) {
      console.log('assay: not compared with the baseline, as the measurement is invalid');
      break;
    }
    const one = await runOne(command, env);
    ended.push(one);
    if (ending.includes(one.code)) break;
  }
  return ended;
}

/**
 * What it says goes on as it comes, all of it on stdout: the runner reads two streams in no order, so that a line on
 * stderr could be read after the token that ends the quiet.
 */
function runOne(command: CiCommand, env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(process.execPath, [bin, ...command.args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text);
      said = (said + text).slice(-longestKept);
    });
  }
  const forward = (signal: NodeJS.Signals): unknown => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve({ command, code: code ?? 70, said: said.trim() });
    });
  });
}

const signals = ['SIGINT', 'SIGTERM'] as const;
const longestKept = 64 * 1024;

function tell(ended: readonly Ended[]): void {
  annotate(ended.flatMap(annotationsOf));
  summarize(ended.map(summaryOf).join('\n'));
}

function annotationsOf({ command: { name, folder }, code, said }: Ended): readonly Annotation[] {
  const check = jsonIn(folder, 'run.json') as Run | undefined;
  const load = jsonIn(folder, 'load.json') as Load | undefined;
  const comparison = jsonIn(folder, 'compare.json') as LoadComparison | undefined;
  if (check !== undefined) return checkAnnotations(check);
  if (load !== undefined) return loadAnnotations(load);
  if (comparison !== undefined) return comparisonAnnotations(comparison);
  return code === 0
    ? []
    : [annotation('error', `assay ${name}: ${verdicts[code] ?? code}`, said.split('\n').slice(-10))];
}

function summaryOf({ command: { name, folder }, code, said }: Ended): string {
  const file = join(folder, 'summary.md');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  return `## ${code === 0 ? '✓' : '✗'} assay ${name}: ${verdicts[code] ?? code}\n\n${block('', said)}\n`;
}

function jsonIn(folder: string, file: string): unknown {
  const path = join(folder, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

function conclude(code: number, out: string | undefined): void {
  output('exit-code', String(code));
  output('verdict', verdicts[code] ?? 'defect');
  if (out !== undefined && existsSync(out)) output('report', out);
}

process.exitCode = await run(process.env);
