import { createEngine } from '../../conformance/engine/engine.ts';
import type { EngineOptions } from '../../conformance/engine/engine-parts.ts';
import type { Seen } from '../../conformance/model/check.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Probe } from '../../conformance/model/probe.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import type { Target } from './target.ts';

/** What is amiss with a token. */
export type Flaw = Pick<Target, 'tokenFlaw' | 'otherTokenFlaw'>;

/** `keep` is told of what was answered, as it came: the first answers of a run, which are judged with all others. */
export type Trying = {
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
  readonly keep: (exchange: Exchange) => void;
};

/** What a target answers to a probe before anything is judged; it takes no longer than the time limit of one request. */
export async function askedFirst(
  probe: Probe,
  settings: Settings,
  given: Pick<EngineOptions, 'target' | 'token' | 'otherToken'>,
  { ca, signal, keep }: Trying,
): Promise<Seen> {
  const heard = (exchange: Exchange): void => {
    if (exchange.response.is === 'answer') keep(exchange);
  };
  const options = { ...settings, ...given, ca, provisioner: undefined, seed: 0, heard };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutMs)]);
  const engine = createEngine(options, [], () => undefined, inTime);
  try {
    return (await engine.ask(probe)).seen;
  } finally {
    await engine.close();
  }
}
