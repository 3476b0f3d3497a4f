import type { Settings } from '../../../conformance/settings/settings.ts';
import { loadScenarios, type LoadScenario } from '../../../load/plan/scenarios.ts';
import { parseUntil, untilText } from '../../../load/slo/until.ts';
import { UsageError } from '../../errors/usage-error.ts';

/** One rate throughout, so that a longer run measures the same more precisely, and a schedule that tells what is missing. */
function hasOneRate({ shape, defaults }: LoadScenario): boolean {
  return shape === 'level' && defaults?.turns === undefined;
}

/** The precision that `--until` asks for, as records keep it; throws a UsageError where it cannot be had. */
export function requestedUntil(
  scenario: LoadScenario,
  { load: { durationMs, traceFile } }: Settings,
  given: unknown,
): string | undefined {
  if (given === undefined) return undefined;
  const parsed = parseUntil(typeof given === 'string' ? given : '');
  if (parsed.is === 'wrong') throw new UsageError(`--until: ${parsed.because}`);
  const because = !hasOneRate(scenario)
    ? `${scenario.name} has no fixed rate throughout; ${ofOneRate.join(', ')} have`
    : traceFile !== undefined
      ? 'a trace has no fixed rate; leave out --trace or --until'
      : durationMs === undefined
        ? 'it needs --duration too, the longest that the run may take'
        : undefined;
  if (because !== undefined) throw new UsageError(`--until: ${because}`);
  return untilText(parsed.until);
}

const ofOneRate = loadScenarios.filter(hasOneRate).map(({ name }) => name);
