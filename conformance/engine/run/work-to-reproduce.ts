import type { Check, Observation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Probe } from '../../model/probe.ts';
import type { RunWork } from '../../model/work.ts';
import { nonceSource } from '../../model/nonce.ts';
import { probeNameOf } from '../../model/probe-names.ts';
import type { Suite } from './assemble.ts';
import type { Finding } from '../../model/run.ts';

/**
 * What has to be sent so that a finding can be judged again: its check, and for a check of every answer also the probes
 * whose answers showed the mistake. What the run asks before it judges anything has no probe here, as it is always
 * asked.
 */
export function workToReproduce(
  check: Check,
  finding: Finding,
  exchanges: readonly Exchange[],
  known: ProbesByName,
): RunWork {
  if (check.ofEvery === undefined) return { checks: [check], observations: [] };
  const shown = exchanges.filter(({ id }) => shows(check, finding, id));
  const names = new Set(shown.map(probeNameOf));
  const own = [...names].filter((name) => name !== check.probe.name).flatMap((name) => known.get(name) ?? []);
  return { checks: [check], observations: own.map(sentFor) };
}

type ProbesByName = ReadonlyMap<string, Probe>;

/** All probes that a run of this suite may send, by their names. */
export function probesByName({ checks, observations }: Suite): ProbesByName {
  const probes = [
    ...checks.flatMap(({ probe, positiveControl }) => [probe, positiveControl?.probe ?? []].flat()),
    ...observations.map(({ probe }) => probe),
  ];
  return new Map(probes.map((probe) => [probe.name, probe]));
}

/**
 * Whether the finding shows its mistake by this exchange. Where no mismatch names one, or where answers are compared,
 * that is every exchange of the finding: the wrong one shows nothing without the others.
 */
function shows({ together }: Check, { mismatches, exchanges }: Finding, id: string): boolean {
  const named = mismatches.flatMap(({ exchange, range }) => exchange ?? range?.exchange ?? []);
  return named.includes(id) || ((named.length === 0 || together === true) && exchanges.includes(id));
}

/**
 * What has to be sent and answered before everything else, in this order; `isAll`: false where some of it is not known.
 */
type SentBefore = { readonly before: readonly Observation[]; readonly isAll: boolean };

/**
 * For an answer that is judged by what other requests said before it: the probes that sent the words that it should not
 * have, then the check's own probe, which sends some too. Sent after that answer, they would show it as right, whatever
 * the service does.
 */
export function sentBefore(
  check: Check,
  { mismatches }: Finding,
  exchanges: readonly Exchange[],
  known: ProbesByName,
): SentBefore {
  if (check.besides !== true) return { before: [], isAll: true };
  const tellers = mismatches.flatMap(({ exchange, restsOn }) => {
    const named = exchanges.filter(({ id }) => restsOn?.includes(id));
    if (named.length > 0) return named;
    // A run of an earlier version names no exchanges.
    const shown = exchanges.find(({ id }) => id === exchange);
    return wordsOf(shown).flatMap((word) => tellerOf(word, shown, exchanges) ?? []);
  });
  const names = [...new Set(tellers.map(probeNameOf))].filter((name) => name !== check.probe.name);
  const before = names.flatMap((name) => known.get(name) ?? []);
  return { before: [...before, check.probe].map(sentFor), isAll: before.length === names.length };
}

const words = new RegExp(nonceSource, 'g');

/** The words in an answer that its request did not have. */
function wordsOf(shown: Exchange | undefined): readonly string[] {
  if (shown?.response.is !== 'answer') return [];
  const said = Buffer.from(shown.response.body).toString('utf8').match(words) ?? [];
  return [...new Set(said)].filter((word) => !Buffer.from(shown.request.body).includes(word));
}

function tellerOf(word: string, shown: Exchange | undefined, exchanges: readonly Exchange[]): Exchange | undefined {
  return exchanges.find(
    ({ request, startedAt }) =>
      (shown === undefined || startedAt < shown.startedAt) && Buffer.from(request.body).includes(word),
  );
}

/** An observation that nothing is read from: its probe is sent so that the answers are judged. */
function sentFor(probe: Probe): Observation {
  return { id: `again/${probe.name}`, clause: '', says: '', probe, see: () => undefined };
}
