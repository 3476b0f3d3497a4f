import { parentPort } from 'node:worker_threads';
import { startService } from '../../fixtures/service/index.ts';
import type { Embedded } from './start-embedded.ts';

/** The embedded reference service in a thread of its own, which lasts as long as that. */
const { url, token, otherToken, spentToken, provisioner } = await startService();
parentPort?.postMessage({ url, token, otherToken, spentToken, provisioner } satisfies Embedded, []);
