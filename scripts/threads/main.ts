import { isatty } from 'node:tty';
import { MessageChannel } from 'node:worker_threads';
import { escapeForLog } from '../../reports/text/log-text.ts';
import { startThread } from '../../conformance/threads/start-thread.ts';
import { idleTimer } from '../output/idle-timer.ts';
import { runDelay } from '../output/run-delay.ts';
import { duplicateSignalMs } from '../../load/runner/interrupts.ts';
import { endAtOnce } from './end-at-once.ts';
import type { ThreadInput, ThreadMessage } from './messages.ts';

/**
 * Runs the command in a thread of its own. The main thread has the connections, the signals and the supervision of
 * decoders, and computes nothing on a target's data, so that it always reacts at once.
 */
const defectCode = 70;
/** Node's exit code for a thread that waits for a promise that nothing can settle any more. */
const unsettledCode = 13;
/**
 * Heap limit in MB: judging a run needs a tenth of it, and kept bodies are outside the heap. A smaller limit means more
 * garbage collection, and a check takes half as long again.
 */
const mostHeapMb = 640;
/**
 * Time in milliseconds after a signal until a busy command is ended: it has to be gone within five seconds; on a busy
 * machine it may take longer.
 */
const busyMs = 4_000;
const busyLookMs = 500;
/** The longest such time however busy the machine is: after that the user doubts that the signal was noticed. */
const mostBusyMs = 20_000;
/**
 * Longest time in milliseconds that the thread may compute without a pause: a target's data is judged in parts, each of
 * which takes far less.
 */
const longestStuckMs = 60_000;
const codes = { SIGINT: 130, SIGTERM: 143 } as const;
type Name = keyof typeof codes;

const { port1: ours, port2: wire } = new MessageChannel();
const { port1: watched, port2: jobs } = new MessageChannel();
// Only terminals are opened here: a pipe that is opened would no longer block for its reader.
const screen = (name: 'stdout' | 'stderr', fd: number) =>
  isatty(fd) ? { isTTY: true, columns: process[name].columns } : { isTTY: false };
const given: ThreadInput = { wire, jobs, screens: { 1: screen('stdout', 1), 2: screen('stderr', 2) } };
const within = new URL(import.meta.url.endsWith('.ts') ? './within.ts' : './within.js', import.meta.url);
const worker = startThread(within, given, {
  argv: process.argv.slice(2),
  transferList: [wire, jobs],
  resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
});

let folder: string | undefined;
let first: { readonly name: Name; readonly atMs: number } | undefined;

/** A note on the results of a run that could not end by itself. */
const left = (): string =>
  folder === undefined
    ? ''
    : `; ${escapeForLog(folder)} has what was found: npx assay report ${escapeForLog(folder)} makes its reports`;

function onSignal(name: Name): void {
  const nowMs = performance.now();
  if (first !== undefined) {
    if (nowMs - first.atMs < duplicateSignalMs) return;
    if (folder !== undefined) console.error(`assay: ended at once${left()}`);
    endAtOnce(codes[name]);
    return;
  }
  first = { name, atMs: nowMs };
  worker.postMessage({ signal: name }, []);
  const end = (): void => {
    console.error(
      `assay: still busy ${Math.round((performance.now() - nowMs) / 1_000)} s after ${name}, and ended${left()}`,
    );
    endAtOnce(codes[name]);
  };
  idleTimer(busyMs, end, busyLookMs, runDelay(), mostBusyMs);
}

const listeners = { SIGINT: () => onSignal('SIGINT'), SIGTERM: () => onSignal('SIGTERM') };

// On an overloaded machine the thread is silent too, through no fault of the target.
const stuck = idleTimer(longestStuckMs, endStuck, undefined, runDelay());

function endStuck(): void {
  const what = `for ${longestStuckMs / 1_000} s without a pause at what the target sent`;
  console.error(`assay: busy ${what}, and ended${left()}`);
  endAtOnce(2);
}

worker.on('message', (word: ThreadMessage) => {
  if (word.is === 'lives') stuck.restart();
  else if (word.is === 'keeps') folder = word.folder;
  else
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.off(name, listeners[name]);
      if (word.signals) process.on(name, listeners[name]);
    }
});
worker.on('error', (error: Error & { readonly code?: string }) => {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    console.error(
      `assay: what the target sent takes more than ${mostHeapMb} MB to judge, and the run was ended${left()}`,
    );
    endAtOnce(2);
  }
  endAsDefect(error.stack);
});
worker.on('exit', (code) => {
  if (code === unsettledCode)
    endAsDefect(`the command waited for what can come no more, and its thread ended with ${code}`);
  process.exit(code);
});

function endAsDefect(lines: string | undefined): never {
  console.error('assay: this is a defect of assay itself; please report it with these lines:');
  console.error(lines);
  if (folder !== undefined) console.error(`assay: the run was ended${left()}`);
  endAtOnce(defectCode);
}

// Loaded after the start of the thread, which does not need to wait for it.
const [{ serveTransports }, { watchJobs }, { undici }] = await Promise.all([
  import('../../conformance/http/remote-transport.ts'),
  import('../../conformance/threads/watched-jobs.ts'),
  import('../../conformance/http/undici.ts'),
]);
serveTransports(ours);
watchJobs(watched);
// Loaded while the thread still loads its own modules, so that the first request does not wait for it.
undici();
