import { createEngine } from '../../conformance/core/engine.ts';
import type { EngineOptions } from '../../conformance/core/engine-parts.ts';
import type { Seen } from '../../conformance/core/check.ts';
import type { Exchange } from '../../conformance/core/exchange.ts';
import type { Probe } from '../../conformance/core/probe.ts';
import type { Settings } from '../../conformance/core/settings/settings.ts';
import type { Target } from './target.ts';

/** What is amiss with a token, and what was answered by it: the first answers of a run, and judged with all others. */
export type Tried = {
  readonly flaw: Pick<Target, 'tokenFlaw' | 'otherTokenFlaw'>;
  readonly answered: readonly Exchange[];
};

/** What a target answers to a probe before anything is judged; it takes no longer than the time limit of one request. */
export async function askedFirst(
  probe: Probe,
  settings: Settings,
  given: Pick<EngineOptions, 'target' | 'token' | 'otherToken' | 'ca'>,
  signal: AbortSignal,
): Promise<{ readonly seen: Seen; readonly answered: readonly Exchange[] }> {
  const options = { ...settings, ...given, provisioner: undefined, seed: 0 };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutMs)]);
  const answered: Exchange[] = [];
  const engine = createEngine(
    options,
    [],
    (event) => {
      if (event.is === 'exchange' && event.exchange.response.is === 'answer') answered.push(event.exchange);
    },
    inTime,
  );
  try {
    const { seen } = await engine.ask(probe);
    return { seen, answered };
  } finally {
    await engine.close();
  }
}
