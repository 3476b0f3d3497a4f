import type { Change } from '../../fixtures/index.ts';
import { refuse } from '../../fixtures/service/refusal.ts';
import { quota } from '../../fixtures/variants/quota.ts';
import { limitConcurrency, limitRate } from '../../fixtures/variants/rate-limit.ts';

/** A service that is checked at different paces. */
export type PacedService = {
  readonly change: Change;
  readonly delayMs?: number;
  /** The values of `--concurrency` to run with. */
  readonly caps: readonly number[];
};

const balanceAs429: Change = { uncoveredRefusal: (_quote, use) => refuse('too-many-requests', { use }) };

export const pacedServices: Readonly<Record<string, PacedService>> = {
  'no limits': { change: {}, caps: [2, 4, 16, 64] },
  'each answer takes 1.5 s': { change: {}, delayMs: 1_500, caps: [64] },
  'ten a second': { change: limitRate({ perSecond: 10, burst: 10, by: 'address' }), caps: [8, 64] },
  'ten a second, Retry-After: 1': {
    change: limitRate({ perSecond: 10, burst: 10, by: 'address', retryAfterSeconds: 1 }),
    caps: [64],
  },
  'a hundred in ten seconds, told in X-RateLimit': { change: quota({ limit: 100, seconds: 10 }), caps: [64] },
  'a hundred a second of each token, five at once': {
    change: limitRate({ perSecond: 100, burst: 5, by: 'token', retryAfterSeconds: 1 }),
    caps: [64],
  },
  'fifteen speeches a second': {
    change: limitRate({ perSecond: 15, burst: 5, by: 'address', only: ['speech'] }),
    caps: [8, 64],
  },
  'five lists a second': {
    change: limitRate({ perSecond: 5, burst: 3, by: 'address', only: ['bots', 'voices'] }),
    caps: [8, 64],
  },
  'two at once': { change: limitConcurrency(2, 429), caps: [64] },
  'a spent balance is 429': { change: balanceAs429, caps: [4, 64] },
};
