import type { Exchange } from '../model/exchange.ts';
import { nonceOf } from '../model/nonce.ts';
import type { Known, Probe } from '../model/probe.ts';
import type { Basis, ProbeContext } from './probe-runner-parts.ts';

/** What the next step of a probe may build its requests from. */
export function stepInputsFor(
  probe: Probe,
  own: ProbeContext,
  seen: readonly Exchange[],
  { seed, given }: Basis,
): Known {
  return {
    ...given,
    bot: own.bot.bot,
    bots: Object.fromEntries(Object.entries(own.bots).map(([name, { bot }]) => [name, bot])),
    seen,
    nonce: (label) => nonceOf(seed, probe.name, label),
  };
}
