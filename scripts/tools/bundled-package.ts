import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { loadScenarios } from '../../load/plan/scenarios.ts';
import { bundleScenario } from '../../load/runner/bundle.ts';

const root = join(import.meta.dirname, '..', '..');

/** The entry points: the command line, the thread of a command that judges, and the threads that it starts. */
const entries = [
  'scripts/assay.ts',
  'scripts/threads/main.ts',
  'scripts/threads/within.ts',
  'scripts/embedded/embedded-service.ts',
  'conformance/expectations/audio/decoding/decoding-thread.ts',
  'fixtures/emitter/start.ts',
];

/**
 * Makes `dist` of the package in this folder. It has as few files as possible, since Node takes half a millisecond to
 * load each, and a command consists of some hundreds; code that only one command needs stays separate.
 */
export async function buildInto(folder: string): Promise<void> {
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: dist,
    outbase: '.',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [{ name: 'own places', setup: (given) => given.onLoad({ filter: /\.ts$/ }, inOwnPlace) }],
  });
  const scenarios = join(dist, 'load', 'scenarios');
  mkdirSync(scenarios, { recursive: true });
  for (const { name } of loadScenarios) {
    const source = join(root, 'load', 'scenarios', `${name}.ts`);
    const bundled = await bundleScenario(source, join(scenarios, `${name}.js`));
    if (bundled.is === 'failed') throw new Error(`${name} could not be bundled: ${bundled.because}`);
  }
}

/** Lets a bundled module find its neighbours and the package's files as if it were built alone. */
function inOwnPlace({ path }: { readonly path: string }): { readonly contents: string; readonly loader: 'ts' } {
  const source = readFileSync(path, 'utf8');
  if (/import\.meta\.(?!url\b)/.test(source)) throw new Error(`${path} asks import.meta for more than its url`);
  const own = JSON.stringify(`/dist/${relative(root, path).replace(/\.ts$/, '.js')}`);
  const url = `(import.meta.url.slice(0, import.meta.url.lastIndexOf("/dist/")) + ${own})`;
  return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' };
}
