import type { Settings } from '../../conformance/settings/settings.ts';
import type { ResolvedRates } from '../../load/plan/resolve.ts';
import type { LoadScenario } from '../../load/plan/scenarios.ts';
import { UsageError } from '../errors/usage-error.ts';

/** Whether a scenario can be audited: it has a single rate, and messages that can be repeated. */
export function canBeAudited({ name, shape, defaults }: LoadScenario): boolean {
  return shape === 'level' && defaults?.turns === undefined && name !== 'voices';
}

/**
 * Throws a UsageError unless the run has a single rate, so that its requests are comparable, and messages to repeat.
 *
 * @param rates undefined where none was requested
 */
export function guardAudit(
  scenario: LoadScenario,
  { load: { traceFile, sameInput } }: Settings,
  rates: ResolvedRates | undefined,
): void {
  if (rates === undefined) return;
  const because = !canBeAudited(scenario)
    ? `${scenario.name} cannot be audited; stream, chat, speech, mixed and soak can`
    : traceFile !== undefined
      ? 'a trace decides what is sent; leave out --trace or --audit'
      : sameInput
        ? 'with --same-input every request has the same message; leave out one of them'
        : rates.warmupMs === 0
          ? 'the repeated messages are first sent in the warm-up, so --warmup cannot be 0s'
          : undefined;
  if (because !== undefined) throw new UsageError(`--audit: ${because}`);
}
