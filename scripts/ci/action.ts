import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { annotation } from '../../reports/annotations.ts';
import { markdownCodeBlock, markdownDetails } from '../../reports/text/markdown-text.ts';
import { UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readText } from '../reading/read-text.ts';
import { codeOfChild } from './code-of-child.ts';
import { annotationsOf, ending, isMeasured, summaryOf, verdicts, type CommandResult } from './command-result.ts';
import { keepResults } from './history.ts';
import { workFromInputs, type CiWork } from './inputs.ts';
import { annotate, output, summarize, withoutCommands } from './runner.ts';

/**
 * The program behind action.yml: runs the commands that its inputs ask for, one after the other, then writes summary,
 * annotations and outputs of all. Ends with the worst exit code.
 */

/** Exit codes, the worst first. */
const byWeight = [70, 143, 130, 3, 1, 2, 0];

const bin = join(import.meta.dirname, '..', 'bin.js');

async function run(env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const work = workFromInputs(env);
    const result = await withoutCommands(() => runAll(work));
    tell(result);
    if (work.history !== undefined) await showHistory(work.history, result, work.env);
    const code = byWeight.find((each) => result.some((one) => one.code === each)) ?? 70;
    conclude(code, work.out);
    return code;
  } catch (error) {
    // For a defect, only the message: the stack would bypass the escaping of annotations.
    const code = error instanceof UsageError ? 3 : 70;
    const message = errorMessage(error);
    annotate([annotation('error', `assay: ${verdicts[code]}`, [message])]);
    summarize(`## ✗ assay: ${verdicts[code]}\n\n${markdownCodeBlock('', message)}\n`);
    conclude(code, undefined);
    return code;
  }
}

async function runAll({ commands, env }: CiWork): Promise<readonly CommandResult[]> {
  const result: CommandResult[] = [];
  for (const command of commands) {
    if (command.name === 'compare' && !result.some(isMeasured)) {
      console.log('assay: not compared with the baseline, as there is no valid measurement');
      break;
    }
    const one = { command, ...(await runOne(command.args, env)) };
    result.push(one);
    if (ending.includes(one.code)) break;
  }
  return result;
}

/**
 * Forwards the command's output as it comes, all to stdout: the runner reads two streams in no fixed order, so that a
 * line on stderr could be read after the token that turns commands on again.
 */
async function runOne(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Omit<CommandResult, 'command'>> {
  const child = spawn(process.execPath, [bin, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text);
      said = (said + text).slice(-longestKept);
    });
  }
  const code = await codeOfChild(child);
  return { code, said: said.trim() };
}

const longestKept = 64 * 1024;

function tell(result: readonly CommandResult[]): void {
  annotate(result.flatMap(annotationsOf));
  summarize(result.map(summaryOf).join('\n'));
}

/**
 * Adds the results to those of earlier runs and shows them over time: a page in that folder, and a part of the summary.
 * It does not judge this run, so the exit code does not depend on it.
 */
async function showHistory(history: string, result: readonly CommandResult[], env: NodeJS.ProcessEnv): Promise<void> {
  const kept = result.filter(({ code }) => !ending.includes(code)).map(({ command }) => command);
  keepResults(history, kept, new Date());
  if (!existsSync(history)) return;
  const { code, said } = await withoutCommands(() => runOne(['report', '--history', history], env));
  if (code !== 0) annotate([annotation('warning', 'assay report --history', said.split('\n').slice(-10))]);
  const file = join(history, 'history.md');
  if (code === 0) summarize(markdownDetails('History', readText({ path: file }, fileBounds.jsonBytes)));
}

function conclude(code: number, out: string | undefined): void {
  output('exit-code', String(code));
  // Workflows compare this value: it has to be one word.
  output('verdict', (verdicts[code] ?? 'defect').replace(' ', '-'));
  if (out !== undefined && existsSync(out)) output('report', out);
}

process.exitCode = await run(process.env);
