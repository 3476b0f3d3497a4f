import { setTimeout as sleep } from 'node:timers/promises';
import { senderFor, type EngineOptions, type SenderSettings } from '../engine.ts';
import { maskedExchange, type Exchange } from '../../model/exchange.ts';
import { firstQuestion, questions } from '../../model/probes/first-question.ts';
import { isCutOff, longestRoundsMs, nextRound } from './first-rounds.ts';
import { reasonIn } from '../../model/reason.ts';
import type { Reason } from '../../model/run.ts';
import { createTransport, type Transport } from '../../http/transport.ts';

/** The result of the first requests to a target. */
export type FirstContact = {
  /** Every completed exchange, with or without a response. */
  readonly exchanges: readonly Exchange[];
  /** Why nothing else is sent; absent where the target answers. */
  readonly unanswered?: Reason;
};

type Options = SenderSettings & Pick<EngineOptions, 'ca' | 'http2'>;

type Listeners = {
  /** Called before a wait that the target asked for. */
  readonly waits?: (because: string, pauseMs: number) => void;
  /** Called with each exchange, as it came, when it has ended. */
  readonly keep?: (exchange: Exchange) => void;
};

/**
 * Asks for both lists at once, and again, until one of them is answered or the target is known to be dead. Without this
 * each check would find that out by itself, at the cost of its own time limits and attempts.
 */
export async function firstContact(
  options: Options,
  signal: AbortSignal,
  { waits, keep }: Listeners = {},
): Promise<FirstContact> {
  const { timeoutMs } = options;
  const transport = createTransport(options);
  const kept: Exchange[] = [];
  const begunMs = performance.now();
  let waitedMs = 0;
  const elapsedMs = (): number => performance.now() - begunMs - waitedMs;
  try {
    for (let number = 1; ; number += 1) {
      const inTime = AbortSignal.timeout(Math.max(0, Math.ceil(longestRoundsMs(timeoutMs) - elapsedMs())));
      const last = await askedOnce(number, options, transport, AbortSignal.any([signal, inTime]), keep);
      kept.push(...last.filter((exchange) => !isCutOff(exchange)));
      if (signal.aborted) return { exchanges: kept };
      const next = nextRound({
        last: last.map(maskedExchange),
        kept: kept.map(maskedExchange),
        number,
        elapsedMs: elapsedMs(),
        hasWaited: waitedMs > 0,
        timeoutMs,
      });
      if (next.is === 'answered') return { exchanges: kept };
      if (next.is === 'dead') return { exchanges: kept, unanswered: reasonIn(next) };
      if (next.isGranted) waits?.(next.because, (waitedMs = next.pauseMs));
      await sleep(next.pauseMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await transport.close();
  }
}

async function askedOnce(
  attempt: number,
  options: Options,
  transport: Transport,
  signal: AbortSignal,
  keep: (exchange: Exchange) => void = () => undefined,
): Promise<readonly Exchange[]> {
  // A server that serves one connection at a time would let the other requests wait while a connection is kept.
  const sender = senderFor(options, transport, signal, () => true);
  const connection = attempt === 1 ? 'kept' : 'new';
  const usual = { attempt, connection, probe: firstQuestion, own: { tokens: {} } } as const;
  const sent = questions(options.token !== undefined, attempt).map(async (call, at) => {
    const exchange = await sender.send({ ...usual, call, asRecorded: call, place: at + 1 });
    if (!isCutOff(exchange)) keep(exchange);
    return exchange;
  });
  return Promise.all(sent);
}
