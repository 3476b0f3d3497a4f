#!/usr/bin/env node
// Chooses what can run assay: this Node if it is new enough, else the one that npm installed beside it.
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

const inPackage = /[\\/]node_modules[\\/]/.test(fileURLToPath(import.meta.url));
const entry = inPackage ? '../dist/scripts/assay.js' : './assay.ts';

// 22.18 is the first that runs TypeScript by itself; undici needs 22.19.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 19);

if (isNewEnough) {
  // The room for what is new grows else as long as much is made: a third of the memory of a check, and nothing gained.
  v8.setFlagsFromString('--semi-space-growth-factor=1');
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
  const child = spawn(node, [file, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The child decides how the run ends, and with which code. A terminal sends Ctrl-C to both, so that it comes twice
  // within a moment, which the child takes for once; a CI runner sends it here alone.
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => child.kill(name));
  child.once('exit', (code, signal) => {
    if (signal !== null) process.removeAllListeners(signal);
    if (signal === null) process.exit(code ?? 70);
    else process.kill(process.pid, signal);
  });
}

function installedNode() {
  try {
    return createRequire(import.meta.url).resolve('node/bin/node');
  } catch {
    return undefined;
  }
}
