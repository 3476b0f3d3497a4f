import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { startService as start } from '../../fixtures/service/index.ts';
import { executedKeys } from './switches.ts';

/** Runs the instrumented copy in a process of its own and reports its address; the parent ends it. */
const [folder = ''] = process.argv.slice(2);
const index = pathToFileURL(join(folder, 'fixtures/service/index.ts')).href;
const { startService } = (await import(index)) as { readonly startService: typeof start };
const { url, token, otherToken, spentToken, provisioner } = await startService({ seed: 1 });
process.send?.({ url, token, otherToken, spentToken, provisioner });

process.on('message', () => process.send?.(executedKeys()));
process.on('disconnect', () => process.exit());
