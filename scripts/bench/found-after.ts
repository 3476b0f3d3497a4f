import { everyCheck } from '../../conformance/every.ts';
import { TimeIsUp } from '../../conformance/engine/time/time-is-up.ts';
import { judgeTarget } from '../../conformance/judged-at.testing.ts';
import type { Check } from '../../conformance/model/check.ts';
import { creditsOf, costOfExchange } from '../../conformance/model/costs.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { startService, type Behaviour } from '../../fixtures/index.ts';
import { mostInformative } from '../input/work.ts';
import { randomFrom } from '../../load/plan/random.ts';

/** What a run had sent and used, and how long it had taken, when it could first report the mistake. */
export type FoundAfter = { readonly requests: number; readonly credits: number; readonly ms: number };

/** The orders in which a run can send its probes. */
export const orders = {
  'by what it finds': mostInformative(everyCheck),
  'as the document has it': [],
  'at random': atRandom(),
} as const satisfies Readonly<Record<string, readonly Check[]>>;

export type OrderName = keyof typeof orders;

function atRandom(): readonly Check[] {
  const random = randomFrom(1, 'order of checks');
  return everyCheck
    .map((check) => ({ check, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ check }) => check);
}

/** These checks fail at the first response that shows the mistake, though they are reported at the end of the run. */
const ofEvery = new Set(everyCheck.filter((check) => check.ofEvery !== undefined).map(({ id }) => id));

/**
 * Judges the whole interface in this order, up to the first failing check. Undefined where no check fails; `whole` then
 * says how much the whole run takes.
 */
export async function foundAfter(
  behaviour: Behaviour,
  order: OrderName,
  delayMs: number,
): Promise<{ readonly found?: FoundAfter; readonly whole?: FoundAfter }> {
  const service = await startService({ behaviour, seed: 1, delayMs });
  const found = new AbortController();
  const begunMs = performance.now();
  const sent = new Map<string, FoundAfter>();
  let now: FoundAfter = { requests: 0, credits: 0, ms: 0 };
  let told: FoundAfter | undefined;
  try {
    const { url, token, otherToken, spentToken, provisioner } = service;
    const { findings } = await judgeTarget(url, everyCheck, {
      token,
      otherToken,
      spentToken,
      provisioner,
      suite: everyCheck,
      timeoutMs: 1_500,
      sentFirst: orders[order],
      signal: found.signal,
      onEvent: (event) => {
        const ms = performance.now() - begunMs;
        if (event.is === 'exchange') {
          const credits = now.credits + creditsOf(costOfExchange(event.exchange));
          now = { requests: now.requests + 1, credits, ms };
          sent.set(event.exchange.id, now);
        } else if (event.is === 'finding' && isFailure(event.finding) && !ofEvery.has(event.finding.check)) {
          told ??= { ...now, ms };
          found.abort(new TimeIsUp(0));
        }
      },
    });
    const shown = findings.filter(isFailure).flatMap(({ check, mismatches }) => {
      const exchange = ofEvery.has(check) ? mismatches[0]?.exchange : undefined;
      return exchange === undefined ? [] : (sent.get(exchange) ?? []);
    });
    const [first] = [...shown, ...(told === undefined ? [] : [told])].toSorted((a, b) => a.requests - b.requests);
    return first === undefined ? { whole: { ...now, ms: performance.now() - begunMs } } : { found: first };
  } finally {
    await service.close();
  }
}

function isFailure({ verdict }: Finding): boolean {
  return verdict.is === 'fail';
}
