import type { Check } from '../../conformance/model/check.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';

/**
 * The shortest time that the target's latency allows a run, in milliseconds: `chainMs`, the longest chain of probes
 * that depend on each other (the list of bots, the controls, the probe itself), and `shareMs`, the sum of all latencies
 * divided by `concurrency`. No schedule is faster than the larger of the two.
 */
export function latencyBound(
  exchanges: readonly Exchange[],
  checks: readonly Check[],
  concurrency: number,
): { readonly chainMs: number; readonly shareMs: number } {
  const byProbe = Map.groupBy(exchanges, ({ probe }) => probe);
  const lasted = new Map([...byProbe].map(([name, all]) => [name, underWayMs(all)]));
  const byId = new Map(checks.map((check) => [check.id, check]));
  const findsBot = Math.max(0, ...[...lasted].filter(([name]) => name.startsWith('list bots as')).map(([, ms]) => ms));
  const chainOf = ({ probe, control }: Check): number => {
    const own = lasted.get(probe.name) ?? 0;
    const before = control === undefined ? undefined : byId.get(control);
    const first = probe.needs.includes('bot') ? findsBot : 0;
    return (
      own + (before === undefined ? first : before.probe.name === probe.name ? chainOf(before) - own : chainOf(before))
    );
  };
  const sum = exchanges.map(({ response }) => response.endedAtMs).reduce((total, ms) => total + ms, 0);
  return { chainMs: Math.max(0, ...checks.map(chainOf)), shareMs: sum / concurrency };
}

/** The time during which any exchange of a probe was under way; the exchanges of one step overlap. */
function underWayMs(exchanges: readonly Exchange[]): number {
  const spans = exchanges
    .map(({ startedAt, response }) => ({ from: Date.parse(startedAt), to: Date.parse(startedAt) + response.endedAtMs }))
    .toSorted((a, b) => a.from - b.from);
  let total = 0;
  let until = -Infinity;
  for (const { from, to } of spans) {
    total += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return total;
}
