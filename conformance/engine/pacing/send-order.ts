import type { Probe } from '../../model/probe.ts';

/** Fewest steps of a probe that begins early: in its usual place it would be under way alone at the end of the run. */
const longChain = 12;
/** A probe that begins early does so when one in this many of the probes before it has begun. */
const longChainsBegin = 8;

/** Turns below this belong to probes that go before all others. */
export const usualTurns = 1;
/** Distance between the turns of probes that show refusals, and from the first turn. */
const stepOfTelling = 1 / 2_048;

type SendOrder = {
  readonly turnOf: (probe: Probe, at?: number) => number;
  /**
   * Gives these probes the first turns, in this order: no probe that is asked for later overtakes them, however long it
   * is.
   */
  readonly lineUpFirst: (probes: readonly Probe[]) => void;
};

/**
 * The turn of a probe is the moment at which it was first asked for, though it may wait for the control of its check.
 * The probe named `first` goes before all others; `at` is the turn of a probe that another probe asks for.
 */
export function sendOrderAfter(first: string): SendOrder {
  const turns = new Map<string, number>([[first, 0]]);
  let before = 0;
  let telling = 0;
  const turnOf: SendOrder['turnOf'] = ({ name, steps, early: isEarly = false, refusals }, at) => {
    // A fraction, so that no two probes have the same turn: the queue would take them for one probe.
    const early = before + (turns.size - before) / longChainsBegin + 1 / 1024;
    const usual = isEarly || steps.length >= longChain ? early : turns.size;
    const known = turns.get(name) ?? at;
    // A probe that shows the refusal for an empty balance goes first: others would wait out refusals that it explains.
    const tells = refusals?.is === 'shown';
    if (known === undefined && tells) telling += 1;
    const turn = known ?? (tells ? telling * stepOfTelling : usual);
    turns.set(name, turn);
    return turn;
  };
  return {
    turnOf,
    lineUpFirst: (probes) => {
      for (const probe of probes) turnOf(probe);
      before = turns.size;
    },
  };
}

/** Behind the turns of all probes, and before the probes that have no turn of their own. */
export const lateTurn = Number.MAX_SAFE_INTEGER - 1;
