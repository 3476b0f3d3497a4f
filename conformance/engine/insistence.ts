import type { Exchange } from '../model/exchange.ts';
import type { Sending } from './probe-runner-parts.ts';
import { isTooMuch } from './judging/classify.ts';

/** Knows when a call was told to come later so often that there is no use in another try. */
export type Insistence = {
  /** It was refused though nearly nothing else had been sent. */
  readonly calmRefusal: (sending: Sending) => void;
  readonly isEnough: (exchange: Exchange, sending: Sending) => boolean;
};

/** No request is sent less often, */
const fewestAttempts = 3;
/** nor given up before so many were refused that had nearly nothing beside them: what is refused in a crowd is so for the crowd. */
const calmRefusals = 3;
/** Whatever is sent beside it; and of what may be refused for its balance: that it is is shown by other means. */
const mostAttempts = { usual: 10, forItsBalance: 3 } as const;

export function createInsistence(): Insistence {
  const calm = new WeakMap<Sending, number>();
  return {
    calmRefusal: (sending) => void calm.set(sending, (calm.get(sending) ?? 0) + 1),
    isEnough: (exchange, sending) => {
      const { attempt } = exchange;
      if (attempt < fewestAttempts || !isTooMuch(exchange)) return attempt >= fewestAttempts;
      const { judges402 = false, judgesSteady = false } = sending.call;
      const most = judges402 || judgesSteady ? mostAttempts.forItsBalance : mostAttempts.usual;
      return attempt >= most || (calm.get(sending) ?? 0) >= calmRefusals;
    },
  };
}
