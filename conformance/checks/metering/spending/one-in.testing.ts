import type { Behaviour } from '../../../../fixtures/index.ts';
import { refuse } from '../../../../fixtures/service/refusal.ts';

/**
 * Serves one chat or stream in `every`, whoever sends it, and tells the others to retry at once. `from`: number of
 * chats before.
 */
export function serveOneIn(every: number, from: number): Partial<Behaviour> {
  let chats = from;
  return {
    admissionRefusal: (operation) => {
      if (operation !== 'chat' && operation !== 'stream') return undefined;
      chats += 1;
      return chats % every === 0 ? undefined : refuse('too-many-requests', { retryAfterSeconds: 0 });
    },
  };
}
