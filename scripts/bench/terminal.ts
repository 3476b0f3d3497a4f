import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { selectChecks } from '../../conformance/model/select.ts';
import { faults } from '../../fixtures/faults/index.ts';

/**
 * How many lines `check` prints for each fault, with all credentials and into a pipe (`npm run bench:terminal`; `--
 * 'speech-*'` takes some faults). Ends 1 if the median is 40 or more, or one has more than 120; 3 where no fault
 * matches.
 */
const medianBelow = 40;
const most = 120;

const bin = join(import.meta.dirname, '..', 'bin.js');

type Printed = { readonly fault: string; readonly lines: number; readonly causes: number };

async function printed(fault: string): Promise<Printed> {
  const service = spawn(process.execPath, [bin, 'serve', '--fault', fault], { stdio: ['ignore', 'pipe', 'inherit'] });
  const cwd = mkdtempSync(join(tmpdir(), 'assay-terminal-'));
  try {
    const first = await untilLine(service.stdout);
    const { url, token, otherToken, provisioner } = JSON.parse(first) as Readonly<Record<string, string>>;
    const means = { '--target': url, '--token': token, '--other-token': otherToken, '--provisioner': provisioner };
    const flags = Object.entries(means).flatMap(([flag, value = '']) => [flag, value]);
    const child = spawn(process.execPath, [bin, 'check', ...flags], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    let out = '';
    for await (const text of child.stdout.setEncoding('utf8')) out += String(text);
    // The number of progress lines in a pipe depends on the machine, so they are not counted.
    const lines = out
      .trimEnd()
      .split('\n')
      .filter((line) => !line.endsWith(' probes sent'));
    return { fault, lines: lines.length, causes: lines.filter((line) => /^✗ [a-z]+\.\S+\//.test(line)).length };
  } finally {
    service.kill('SIGTERM');
    rmSync(cwd, { recursive: true, force: true });
  }
}

async function untilLine(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const part of stream) {
    text += String(part);
    if (text.includes('\n')) return text;
  }
  throw new Error('the reference service said nothing');
}

const ids = selectChecks(
  Object.keys(faults).map((id) => ({ id })),
  { only: process.argv.slice(2) },
).map(({ id }) => id);
const waiting = [...ids];
const all: Printed[] = [];

async function work(): Promise<void> {
  for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
    const one = await printed(fault);
    all.push(one);
    console.log(`${String(one.lines).padStart(4)} lines, ${one.causes} told of what is wrong: ${fault}`);
  }
}

if (ids.length === 0) {
  console.error('bench:terminal: no fault is named so; npx assay list --faults shows them');
  process.exitCode = 3;
} else {
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const lines = all.map((each) => each.lines).toSorted((a, b) => a - b);
  const [median = 0, longest = 0] = [lines[Math.floor(lines.length / 2)], lines.at(-1)];
  const isKept = median < medianBelow && longest <= most;
  console.log(`${isKept ? '✓' : '✗'} ${lines.length} faults: median ${median} lines, at most ${longest}`);
  process.exitCode = isKept ? 0 : 1;
}
