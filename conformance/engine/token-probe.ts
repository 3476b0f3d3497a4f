import { botsCall } from '../model/calls.ts';
import type { Exchange } from '../model/exchange.ts';
import type { SendQueue } from './pacing/send-queue.ts';
import { pacingOperationOf } from './pacing/paced-as.ts';
import type { Call, Probe } from '../model/probe.ts';
import type { ProbeRunnerParts } from './probe-runner-parts.ts';
import { renamedProbe, nextResumedName } from '../model/probe-names.ts';
import { listBots } from '../model/probes/standard-probes.ts';
import { classify } from '../classification/classify.ts';
import type { Sender } from './sender.ts';

const name = 'whether the token is still let in';
/** Most attempts of a token probe where no judgeable answer comes. */
export const mostAttempts = 3;

/** A request that shows whether the run's own token is still accepted; it costs nothing. */
type TokenProbe = { readonly probe: Probe; readonly call: Call };

/** Makes one token probe after another, none with a name that an earlier part of the run has used. */
export function tokenProbes(taken: ReadonlySet<string> = new Set()): () => TokenProbe {
  let made = 0;
  return () => {
    made += 1;
    const call = botsCall({ role: 'tokenLook' });
    const probe = { ...listBots('token'), steps: [() => [call]], name: `${name} ${made}` };
    return { probe: renamedProbe(probe, nextResumedName(probe.name, taken)), call };
  };
}

type Asking = { readonly sender: Sender; readonly queue: SendQueue } & Pick<ProbeRunnerParts, 'record'>;

/**
 * Sends a token probe before everything that waits, and again where no judgeable answer comes; undefined where the run
 * ends instead.
 */
export async function sendTokenProbe(
  { probe, call }: TokenProbe,
  { sender, queue, record }: Asking,
  signal: AbortSignal,
): Promise<Exchange | undefined> {
  const place = { turn: 0, group: 1, alone: false, operation: pacingOperationOf(call), again: true };
  const sending = {
    call,
    asRecorded: call,
    probe,
    place: 1,
    own: { tokens: {} },
    connection: 'new',
  } as const;
  let seen: Exchange | undefined;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    seen = await queue.through(place, async () => (signal.aborted ? undefined : sender.send({ ...sending, attempt })));
    if (seen === undefined) return undefined;
    record(seen);
    if (classify(seen).is === 'judgeable') break;
  }
  return seen;
}

/** True for the request of a token probe. */
export function isTokenLook({ role }: Exchange): boolean {
  return role === 'tokenLook';
}
