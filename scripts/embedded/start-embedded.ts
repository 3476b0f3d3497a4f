import { once } from 'node:events';
import { startThread } from '../../conformance/threads/start-thread.ts';
import type { RunningService } from '../../fixtures/service/index.ts';

/** What a command has to know of the service. */
export type Embedded = Omit<RunningService, 'books' | 'close'>;

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const file = new URL(`./embedded-service.${ending}`, import.meta.url);

/**
 * Starts the reference service in a thread of its own. In the thread that judges it would answer only between two
 * judgements, and a whole check takes half as long again on two cores.
 */
export async function startEmbedded(): Promise<Embedded & { readonly close: () => Promise<void> }> {
  const thread = startThread(file, undefined, {});
  const [service] = (await once(thread, 'message')) as [Embedded];
  return { ...service, close: async () => void (await thread.terminate()) };
}
