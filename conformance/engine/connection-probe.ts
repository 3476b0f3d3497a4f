import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../http/transport.ts';
import { voicesCall } from '../model/calls.ts';
import { noCost } from '../model/costs.ts';
import { isTaken, type Exchange } from '../model/exchange.ts';
import { isoOf, momentMs, startOf } from '../model/moment.ts';
import type { Probe } from '../model/probe.ts';
import { namedProbe, nextName } from '../model/probe-names.ts';
import type { ProbeRunnerParts } from './probe-runner-parts.ts';
import type { Sender } from './sender.ts';

const name = 'whether a second connection is served beside one that is kept';

/**
 * Knows whether a target serves one connection at a time, as a server with one thread does that keeps connections: it
 * hears nobody else while one of ours is open, though nothing is under way on it.
 */
export type ConnectionWatch = {
  /** Watches one send; where it waits while others are answered, that is asked. */
  readonly during: (send: () => Promise<Exchange>) => Promise<Exchange>;
  /** No other connection is to be open beside one of ours. */
  readonly isSingle: () => boolean;
};

type Watching = Pick<ProbeRunnerParts, 'record' | 'note'> & {
  readonly sender: Pick<Sender, 'send'>;
  /** It is known from the beginning that no two requests are to be under way. */
  readonly isSingle: boolean;
  readonly tell: (line: string, waitMs: number) => void;
  /** Told once it is known. */
  readonly found: () => void;
  /** Names that an earlier part of the run has used. */
  readonly taken?: ReadonlySet<string> | undefined;
  readonly signal: AbortSignal;
};

/** A request that waits so long, while others are answered, may be on a connection that is not served. */
const longMs = 1_000;
/** The connection that is kept is asked again when the new one has waited so long; */
const besideMs = 1_000;
/** that takes less than this part of it where the list itself takes no time. */
const promptPart = 0.25;
/** Once may be chance. */
const timesSeen = 2;
/** Each costs seconds where much is under way, and is in vain where nothing is answered. */
const mostTries = 2;

export function createConnectionWatch(given: Watching): ConnectionWatch {
  let [answered, tries, isSingle, isAsking] = [0, 0, given.isSingle, false];
  const ask = async (): Promise<void> => {
    if (isAsking || isSingle || tries >= mostTries || given.signal.aborted) return;
    tries += 1;
    isAsking = true;
    // What else goes meanwhile must leave none open that would be served in the place of these.
    isSingle = true;
    const seen = await timesServedAlone(tries, given).catch(() => 'unknown' as const);
    isAsking = false;
    isSingle = seen === 'alone';
    if (seen === 'beside') tries = mostTries;
    if (!isSingle || given.signal.aborted) return;
    given.found();
    given.note({ is: 'oneConnection', since: isoOf(momentMs()) });
    given.tell(
      'the target serves one connection at a time: from now on each is closed before another is opened, as with --concurrency 1',
      0,
    );
  };
  return {
    during: async (send) => {
      const before = answered;
      const timer = setInterval(() => {
        if (answered > before) void ask();
      }, longMs);
      try {
        const exchange = await send();
        if (exchange.response.is === 'answer') answered += 1;
        return exchange;
      } finally {
        clearInterval(timer);
      }
    },
    isSingle: () => isSingle,
  };
}

/**
 * A connection is kept open, another is opened, and while that one waits the first is asked again. `alone`: the second was
 * answered only once the first was closed, each time; `unknown`: not all of it was answered.
 */
async function timesServedAlone(
  round: number,
  { sender, record, taken, signal }: Watching,
): Promise<'alone' | 'beside' | 'unknown'> {
  for (let time = 1; time <= timesSeen; time += 1) {
    const asked = connectionProbe(timesSeen * (round - 1) + time);
    const probe = namedProbe(asked, nextName(asked.name, taken ?? new Set()));
    const send = async (place: number, connection: Connection): Promise<Exchange> => {
      const sending = { call, asRecorded: call, place, probe, own: { tokens: {} }, attempt: 1 };
      const exchange = await sender.send({ ...sending, connection });
      record(exchange);
      return exchange;
    };
    if (!isTaken(await send(1, 'held'))) return 'unknown';
    const second = send(2, 'new');
    const isHeard = await Promise.race([second.then(() => true), sleep(besideMs, false, { signal })]);
    const again = await send(3, 'heldLast');
    const beside = await second;
    if (!isTaken(beside) || !isTaken(again)) return 'unknown';
    const isPrompt = again.response.endedAtMs <= promptPart * besideMs;
    if (isHeard || !isPrompt || headOf(beside) < startOf(again) + again.response.endedAtMs) return 'beside';
  }
  return 'alone';
}

function headOf(exchange: Exchange): number {
  const { response } = exchange;
  return startOf(exchange) + (response.is === 'answer' ? response.headersAtMs : response.endedAtMs);
}

/** It costs nothing, and is for everybody: on the connection that is kept, on a new one, and on the first again. */
const call = voicesCall({ role: 'connectionLook' });
const connectionProbe = (number: number): Probe => ({
  name: `${name} ${number}`,
  needs: [],
  costs: noCost,
  steps: [() => [call, call, call]],
});

/** All that one part of a run may send. */
export const connectionProbes: readonly Probe[] = Array.from({ length: mostTries * timesSeen }, (_, at) =>
  connectionProbe(at + 1),
);

/** True of such a request. */
export function isConnectionLook({ role }: Exchange): boolean {
  return role === 'connectionLook';
}
