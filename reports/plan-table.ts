import type { PlanView } from '../conformance/contract/formats/plan.ts';
import type { PlannedProbe } from '../conformance/engine/plan.ts';
import { familyName, familyOf } from './check/screen/families.ts';
import { alignedLines } from './text/aligned.ts';

type Row = {
  readonly name: string;
  readonly checks: number;
  readonly requests: number;
  readonly credits: number;
  readonly atMost: number;
};

const head = ['', 'checks', 'likely requests', 'likely credits', 'credits at most'] as const;

/**
 * What each family of checks sends and costs, with the sum. A probe of several families counts for the first of them.
 */
export function planTable({ probes, likely, atMost }: PlanView): string {
  const checks = [...new Set(probes.flatMap((probe) => probe.checks))];
  const rows = [...Map.groupBy(probes, familyOfProbe)]
    .map(([name, group]) => rowOf(name, checks, group))
    .toSorted((one, other) => other.requests - one.requests);
  const more = afterFailures({ probes, atMost });
  const all = [
    ...rows,
    ...(more > 0 ? [{ name: afterFailuresName, checks: 0, requests: 0, credits: 0, atMost: more }] : []),
    {
      name: 'Total',
      checks: checks.length,
      requests: likely.requests,
      credits: likely.credits,
      atMost: atMost.credits,
    },
  ];
  return alignedLines([head, ...all.map(cellsOf)]).join('\n');
}

const afterFailuresName = 'After failures';

/** Explains the row of that name. */
export const afterFailuresText = `${afterFailuresName}: the search for the smallest request that fails a generated
check. Nothing is spent on it where none fails.`;

/** Credits that may be spent on top of the probes. */
export function afterFailures({ probes, atMost }: Pick<PlanView, 'probes' | 'atMost'>): number {
  return atMost.credits - sumOf(probes, (probe) => probe.atMost.credits);
}

function familyOfProbe({ checks, controls, observations }: PlannedProbe): string {
  const [first] = [...checks, ...controls, ...observations];
  return first === undefined ? 'Finding a bot' : familyName(familyOf(first));
}

function rowOf(name: string, checks: readonly string[], probes: readonly PlannedProbe[]): Row {
  return {
    name,
    checks: checks.filter((check) => familyName(familyOf(check)) === name).length,
    requests: sumOf(probes, ({ likely }) => likely.requests),
    credits: sumOf(probes, ({ likely }) => likely.credits),
    atMost: sumOf(probes, ({ atMost }) => atMost.credits),
  };
}

function sumOf(probes: readonly PlannedProbe[], valueOf: (probe: PlannedProbe) => number): number {
  return probes.reduce((sum, probe) => sum + valueOf(probe), 0);
}

function cellsOf({ name, checks, requests, credits, atMost }: Row): readonly string[] {
  return [name, ...[checks, requests, credits, atMost].map(String)];
}
