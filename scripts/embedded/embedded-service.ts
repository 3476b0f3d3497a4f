import { parentPort } from 'node:worker_threads';
import { startService } from '../../fixtures/service/index.ts';
import type { Embedded } from './start-embedded.ts';

/** The program of the embedded service's thread. */
const { url, token, otherToken, spentToken, provisioner } = await startService();
parentPort?.postMessage({ url, token, otherToken, spentToken, provisioner } satisfies Embedded, []);
