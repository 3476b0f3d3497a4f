#!/usr/bin/env node
// Chooses what can run assay: this Node if it is new enough, else the one that npm installed beside it.
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

const inPackage = /[\\/]node_modules[\\/]/.test(fileURLToPath(import.meta.url));
const [scripts, ending] = inPackage ? ['../dist/scripts', 'js'] : ['.', 'ts'];
// Commands that judge a target process its data in a thread of their own.
const isJudging = ['check', 'certify', 'recheck', 'discover', 'fuzz', 'reproduce'].includes(process.argv[2] ?? '');
const entry = `${scripts}/${isJudging ? 'threads/main' : 'assay'}.${ending}`;

// 22.18 is the first that runs TypeScript by itself; undici needs 22.19.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 19);

/** Set for a child whose fourth stream closes with its parent, however that ended. */
const handedOver = 'ASSAY_HANDED_OVER';

/**
 * Makes the C library's allocator share one arena between threads. With several arenas, which do not return memory freed
 * between blocks in use, a check takes 20 to 50 MB more and is no faster. The variable is read once, at the process start.
 */
const oneArena = { MALLOC_ARENA_MAX: '1', ASSAY_ONE_ARENA: '1' };
const hasOneArena = process.env.ASSAY_ONE_ARENA !== undefined;
const wantsOneArena =
  isJudging && process.platform === 'linux' && !hasOneArena && process.env.MALLOC_ARENA_MAX === undefined;

if (isNewEnough) {
  // Replaces this process, which keeps its streams; the child of an older Node has the variable already.
  if (wantsOneArena && process.env[handedOver] === undefined && process.execve !== undefined)
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
      ...process.env,
      ...oneArena,
    });
  // Child processes do not inherit the setting.
  if (hasOneArena) for (const name of Object.keys(oneArena)) delete process.env[name];
  if (process.env[handedOver] !== undefined) endWithParent();
  // The room for what is new grows else as long as much is made: a third of the memory of a check, and nothing gained.
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  // In 1 MB, with which it begins, more is still in use when it is full, and is moved: a tenth of a check's processor time.
  if (isJudging) v8.setFlagsFromString('--min-semi-space-size=4');
  // Below so much nothing old is cleared up: else that takes a quarter of a check's processor time, for 30 MB less.
  if (isJudging) v8.setFlagsFromString('--initial-heap-size=128');
  // Halves the time to the first verdict from the second start on.
  module.enableCompileCache();
  await import(entry);
} else {
  handOver(fileURLToPath(import.meta.url));
}

function handOver(file) {
  const node = installedNode();
  if (node === undefined) {
    console.error(
      `assay: Node ${process.versions.node} is too old and the npm package "node" is not there to stand in for it.`,
    );
    console.error('assay: install Node 22.19 or later, or install assay without --omit=optional.');
    process.exit(3);
  }
  const env = { ...process.env, ...(wantsOneArena ? oneArena : {}), [handedOver]: '1' };
  const child = spawn(node, [file, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env,
  });
  // The child decides how the run ends, and with which code. A terminal sends Ctrl-C to both, so that it comes twice
  // within a moment, which the child takes for once; a CI runner sends it here alone.
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => child.kill(name));
  child.once('exit', (code, signal) => {
    if (signal !== null) process.removeAllListeners(signal);
    if (signal === null) process.exit(code ?? 70);
    else process.kill(process.pid, signal);
  });
}

/** Whoever killed the process that they had started meant the run: it ends in order, as by SIGTERM. */
function endWithParent() {
  // What this process starts has no such stream.
  delete process.env[handedOver];
  const parent = new Socket({ fd: 3, readable: true, writable: false });
  parent.on('error', () => undefined);
  parent.on('close', () => process.kill(process.pid, 'SIGTERM'));
  parent.resume().unref();
}

function installedNode() {
  try {
    return createRequire(import.meta.url).resolve('node/bin/node');
  } catch {
    return undefined;
  }
}
