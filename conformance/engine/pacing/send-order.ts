import type { Probe } from '../../model/probe.ts';

/** Steps of a probe that would be under way by itself at the end of the run, had it to wait for its place. */
const longChain = 12;
/** It begins when this part of what stands before it has. */
const longChainsBegin = 8;

/** Turns below this are of what goes before all others. */
export const usualTurns = 1;
/** So far behind one another, and behind the first. */
const stepOfTelling = 1 / 2_048;

type SendOrder = {
  readonly turnOf: (probe: Probe, at?: number) => number;
  /** These have the first turns, in this order: nothing that is asked for later overtakes them, however long it is. */
  readonly lineUpFirst: (probes: readonly Probe[]) => void;
};

/**
 * A probe's turn is when it was first asked for, though it may wait for its check's control before it is sent. What `first`
 * names goes before everything else; `at` is the turn of one that was asked for by another probe.
 */
export function sendOrderAfter(first: string): SendOrder {
  const turns = new Map<string, number>([[first, 0]]);
  let before = 0;
  let telling = 0;
  const turnOf: SendOrder['turnOf'] = ({ name, steps, early: isEarly = false, refusals }, at) => {
    // A fraction, so that no two probes share a turn: together they would be taken for one.
    const early = before + (turns.size - before) / longChainsBegin + 1 / 1024;
    const usual = isEarly || steps.length >= longChain ? early : turns.size;
    const known = turns.get(name) ?? at;
    // Whoever comes before one that tells waits for what it might have told.
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

/** Behind the turns of all probes, and before what nobody has a turn for. */
export const lateTurn = Number.MAX_SAFE_INTEGER - 1;
