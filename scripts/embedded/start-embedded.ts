import { startThread } from '../../conformance/threads/start-thread.ts';
import type { RunningService } from '../../fixtures/service/index.ts';

/** The addresses and credentials of the embedded service that a command needs. */
export type Embedded = Omit<RunningService, 'ledgers' | 'close'>;

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const file = new URL(`./embedded-service.${ending}`, import.meta.url);

/**
 * Starts the reference service in a thread of its own. In the thread that judges, it would answer only between two
 * judgements, and a whole check takes half as long again on two cores. If the service ends by itself, for example for
 * lack of memory, the target is not to blame: before its start the promise is rejected, and later the error is thrown
 * uncaught, as for any defect.
 */
export async function startEmbedded(module = file): Promise<Embedded & { readonly close: () => Promise<void> }> {
  const thread = startThread(module, undefined, {});
  let fail = throwIt;
  let isClosed = false;
  const onEnd = (why: string): void => {
    if (isClosed) return;
    isClosed = true;
    fail(new Error(`the embedded reference service ended: ${why}`));
  };
  thread.on('error', (error: unknown) => onEnd(error instanceof Error ? error.message : String(error)));
  thread.on('exit', (code) => onEnd(`its thread left with code ${code}`));
  const close = async (): Promise<void> => {
    isClosed = true;
    await thread.terminate();
  };
  const service = await new Promise<Embedded>((resolve, reject) => {
    fail = reject;
    thread.once('message', (started: Embedded) => {
      fail = throwIt;
      resolve(started);
    });
  });
  return { ...service, close };
}

function throwIt(error: Error): void {
  throw error;
}
