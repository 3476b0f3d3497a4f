import { judgeSlo } from './judge-slo.ts';
import type { Capacity, Load, StepFigures } from './load.ts';
import { parseSlo } from './parse-slo.ts';
import { loadScenario } from './scenarios.ts';
import type { Slo } from './slo.ts';
import { validityOf, type Evidence, type Validity } from './validity.ts';
import { withheldFigures } from './withhold.ts';

/**
 * The load with its evidence, the verdict about the instrument, the percentiles withheld that early events spoil, and
 * its SLO (of `settings.slo`) judged: what load.json holds.
 */
export function judgedLoad(load: Load, evidence: Evidence = {}): Load {
  const parsed = load.settings.slo === undefined ? undefined : parseSlo(load.settings.slo);
  const slo = parsed?.is === 'slo' ? parsed.slo : undefined;
  const { operations, steps, ...rest } = load;
  const validity = validityOf(load, evidence, slo);
  const because = invalidBecause(validity);
  const judgedSteps = steps?.map((step) => judgedStep(withheldFigures(step), slo, because));
  const isStaircase = loadScenario(load.scenario)?.shape === 'staircase';
  const withheld = withheldFigures(rest);
  return {
    ...withheld,
    ...(operations && {
      operations: Object.fromEntries(Object.entries(operations).map(([name, each]) => [name, withheldFigures(each)])),
    }),
    ...(judgedSteps && { steps: judgedSteps }),
    ...evidence,
    validity,
    // A staircase climbs until the SLO is missed: that it was, is no verdict about the service.
    ...(slo && (isStaircase ? { capacity: capacityOf(judgedSteps ?? []) } : { slo: judgeSlo(slo, withheld, because) })),
  };
}

function judgedStep(step: StepFigures, slo: Slo | undefined, because: string | undefined): StepFigures {
  return slo ? { ...step, slo: judgeSlo(slo, step, because) } : step;
}

function invalidBecause(validity: Validity): string | undefined {
  return validity.is === 'valid' ? undefined : 'the measurement is invalid';
}

function capacityOf(steps: readonly StepFigures[]): Capacity {
  const first = steps.findIndex(({ slo }) => slo?.is !== 'kept');
  const held = steps[first < 0 ? steps.length - 1 : first - 1];
  const missed = steps[first]?.slo?.is === 'missed' ? steps[first] : undefined;
  return {
    ...(held && { heldPerS: held.step.ratePerS }),
    ...(missed && { missedPerS: missed.step.ratePerS }),
  };
}

/**
 * What a run comes to for a shell: 0 good, 1 an SLO missed by a valid measurement, 2 no verdict, because the measurement
 * is invalid, the SLO could not be judged throughout, or nothing was answered.
 */
export function loadExitCode({ validity, slo, counts }: Load): 0 | 1 | 2 {
  if (validity?.is === 'invalid') return 2;
  if (slo?.is === 'missed') return 1;
  return slo?.is === 'unjudged' || counts.ok === 0 ? 2 : 0;
}
