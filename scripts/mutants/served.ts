import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs the instrumented copy in a process of its own, which says where it is; whoever started it, ends it. */
const [folder = ''] = process.argv.slice(2);
const index = pathToFileURL(join(folder, 'fixtures/service/index.ts')).href;
const { startService } = (await import(index)) as typeof import('../../fixtures/service/index.ts');
const { url, token, otherToken, spentToken, provisioner } = await startService({ seed: 1 });
process.send?.({ url, token, otherToken, spentToken, provisioner });

type Instrumented = { readonly __stryker__?: { readonly mutantCoverage?: { readonly static?: object } } };

process.on('message', () => {
  // The instrumented copy counts what it comes by.
  const { static: counts = {} } = (globalThis as Instrumented).__stryker__?.mutantCoverage ?? {};
  process.send?.(Object.keys(counts));
});
process.on('disconnect', () => process.exit());
