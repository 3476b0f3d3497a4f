import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { loadScenarios } from '../../load/plan/scenarios.ts';
import { bundleScenario } from '../../load/runner/bundle.ts';

/** `npm run build`: what the published package runs, since Node strips no types below a node_modules folder. */
rmSync('dist', { recursive: true, force: true });
const compiled = spawnSync('tsc', ['--project', 'tsconfig.build.json'], { stdio: 'inherit' });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
// Types and schemas come from them, and both are made before a package is.
rmSync('dist/conformance/contract/formats', { recursive: true });

mkdirSync('dist/load/scenarios', { recursive: true });
for (const { name } of loadScenarios) {
  const bundled = await bundleScenario(`load/scenarios/${name}.ts`, `dist/load/scenarios/${name}.js`);
  if (bundled.is === 'failed') throw new Error(`${name} could not be bundled: ${bundled.because}`);
}
