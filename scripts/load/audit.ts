import type { Settings } from '../../conformance/settings/settings.ts';
import type { Resolved } from '../../load/model/resolve.ts';
import type { LoadScenario } from '../../load/model/scenarios.ts';
import { UsageError } from '../input/usage-error.ts';

/**
 * An audit holds requests of one run, at one rate, against each other, and its repeats have something to repeat.
 *
 * @param rates undefined where none was asked for
 */
export function guardAudit(
  { name, shape }: LoadScenario,
  { load: { traceFile, sameInput } }: Settings,
  rates: Resolved | undefined,
): void {
  if (rates === undefined) return;
  const because =
    shape !== 'level' || rates.turns !== undefined || name === 'voices'
      ? `${name} is none that can be audited; stream, chat, speech, mixed and soak are`
      : traceFile !== undefined
        ? 'a trace says by itself what is sent'
        : sameInput
          ? '--same-input has every request say the same'
          : rates.warmupMs === 0
            ? 'what is repeated is first said in the warm-up, so that --warmup is not 0s'
            : undefined;
  if (because !== undefined) throw new UsageError(`--audit: ${because}`);
}
