import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../http/transport.ts';
import { voicesCall } from '../model/calls.ts';
import { noCost } from '../model/costs.ts';
import { isAccepted, type Exchange } from '../model/exchange.ts';
import { isoOf, momentMs, startOf } from '../model/moment.ts';
import type { Probe } from '../model/probe.ts';
import { renamedProbe, nextResumedName } from '../model/probe-names.ts';
import type { ProbeRunnerParts } from './probe-runner-parts.ts';
import type { Sender } from './sender.ts';

const name = 'whether a second connection is served beside one that is kept';

/**
 * Finds out whether a target serves one connection at a time, as a single-threaded server with keep-alive does: while
 * one connection is open, even an idle one, the server reads from no other.
 */
export type ConnectionWatch = {
  /** Watches one request. If it waits while other requests are answered, connection probes are sent. */
  readonly during: (send: () => Promise<Exchange>) => Promise<Exchange>;
  /** True where no second connection may be open while another one is open. */
  readonly isSingle: () => boolean;
};

type Watching = Pick<ProbeRunnerParts, 'record' | 'note'> & {
  readonly sender: Pick<Sender, 'send'>;
  /** True from the beginning with `--concurrency 1`. */
  readonly isSingle: boolean;
  readonly tell: (line: string, waitMs: number) => void;
  /** Called when the target turns out to serve one connection at a time. */
  readonly found: () => void;
  /** Names of probes that an earlier part of the run has used. */
  readonly taken?: ReadonlySet<string> | undefined;
  readonly signal: AbortSignal;
};

/** Time after which a request, while others are answered, may be on a connection that is not served. */
const longMs = 1_000;
/** Time that the request on the new connection waits before the kept connection is used again. */
const besideMs = 1_000;
/**
 * Largest part of `besideMs` that the list may take on the kept connection: with a slower answer, the wait on the new
 * connection proves nothing.
 */
const promptPart = 0.25;
/** Times that the second connection has to wait: a single wait may be chance. */
const timesSeen = 2;
/** Most tries: each costs seconds under load, and fails where nothing is answered. */
const mostTries = 2;

export function createConnectionWatch(given: Watching): ConnectionWatch {
  let [answered, tries, isSingle, isAsking] = [0, 0, given.isSingle, false];
  const ask = async (): Promise<void> => {
    if (isAsking || isSingle || tries >= mostTries || given.signal.aborted) return;
    tries += 1;
    isAsking = true;
    // Meanwhile other requests must not leave an idle connection open, which would be served instead of these.
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
 * Keeps a connection open, opens another, and while that one waits sends a request on the first again. Returns `alone`
 * where the second connection was answered only once the first was closed, each time; `unknown` where a request was not
 * answered.
 */
async function timesServedAlone(
  round: number,
  { sender, record, taken, signal }: Watching,
): Promise<'alone' | 'beside' | 'unknown'> {
  for (let time = 1; time <= timesSeen; time += 1) {
    const asked = connectionProbe(timesSeen * (round - 1) + time);
    const probe = renamedProbe(asked, nextResumedName(asked.name, taken ?? new Set()));
    const send = async (place: number, connection: Connection): Promise<Exchange> => {
      const sending = { call, asRecorded: call, place, probe, own: { tokens: {} }, attempt: 1 };
      const exchange = await sender.send({ ...sending, connection });
      record(exchange);
      return exchange;
    };
    if (!isAccepted(await send(1, 'held'))) return 'unknown';
    const second = send(2, 'new');
    const isHeard = await Promise.race([second.then(() => true), sleep(besideMs, false, { signal })]);
    const again = await send(3, 'heldLast');
    const beside = await second;
    if (!isAccepted(beside) || !isAccepted(again)) return 'unknown';
    const isPrompt = again.response.endedAtMs <= promptPart * besideMs;
    if (isHeard || !isPrompt || headOf(beside) < startOf(again) + again.response.endedAtMs) return 'beside';
  }
  return 'alone';
}

function headOf(exchange: Exchange): number {
  const { response } = exchange;
  return startOf(exchange) + (response.is === 'answer' ? response.headersAtMs : response.endedAtMs);
}

/**
 * The list of voices costs nothing and is public. It is asked for on the kept connection, on a new one, and on the
 * first again.
 */
const call = voicesCall({ role: 'connectionLook' });
const connectionProbe = (number: number): Probe => ({
  name: `${name} ${number}`,
  needs: [],
  costs: noCost,
  steps: [() => [call, call, call]],
});

/** All connection probes that one part of a run may send. */
export const connectionProbes: readonly Probe[] = Array.from({ length: mostTries * timesSeen }, (_, at) =>
  connectionProbe(at + 1),
);

/** True for the request of a connection probe. */
export function isConnectionLook({ role }: Exchange): boolean {
  return role === 'connectionLook';
}
