import type { Exchange } from '../model/exchange.ts';
import { addCosts, creditsOf, noCost, costOfExchange } from '../model/costs.ts';
import type { Cost } from '../model/probe.ts';

/** Reserves credits before anything is sent, so that the cap holds with concurrent probes too. */
export type Budget = {
  /** Reserves the credits of one probe; undefined where they do not fit under the cap any more. */
  readonly reserve: (costs: Cost) => Reservation | undefined;
  /**
   * The same, but waits until other probes have given back enough, the lowest `turn` first. Returns `Refused` only when
   * no reserved credits can be given back any more.
   */
  readonly reserveInTurn: (costs: Cost, turn: number) => Promise<Reservation | BudgetRefusal>;
  readonly creditsLeft: () => number;
};

/** `needed`: a cap under which this probe, and all probes refused so far or still waiting, would have fitted. */
type BudgetRefusal = { readonly left: number; readonly needed: number };

/** The reservation of one probe. */
export type Reservation = {
  readonly note: (exchange: Exchange) => void;
  /** Reserves one more attempt of a call; false where it does not fit. */
  readonly extend: (cost: Cost) => boolean;
  /** Gives back the reserved credits that were not used. */
  readonly close: () => void;
};

/**
 * Without `maxCredits` there is no cap, and the spend is still counted. `before`: what earlier parts of the run have
 * used.
 */
export function createBudget(maxCredits: number | undefined, before: Cost = noCost): Budget {
  const cap = maxCredits ?? Number.POSITIVE_INFINITY;
  let held = 0;
  let spent = before;
  /** Credits of all refused probes. */
  let refused = 0;
  const waiting: Waiting[] = [];
  let isDue: NodeJS.Immediate | undefined;
  const left = (): number => cap - held - creditsOf(spent);
  const take = (credits: number): boolean => {
    if (credits > left()) return false;
    held += credits;
    return true;
  };
  const open = (costs: Cost): Reservation | undefined => {
    let reserved = creditsOf(costs);
    if (!take(reserved)) return undefined;
    let used = noCost;
    return {
      note: (exchange) => {
        used = addCosts(used, costOfExchange(exchange));
      },
      extend: (cost) => {
        const more = take(creditsOf(cost));
        if (more) reserved += creditsOf(cost);
        return more;
      },
      close: () => {
        held -= reserved;
        spent = addCosts(spent, used);
        admit();
      },
    };
  };
  const admit = (): void => {
    while (waiting.length > 0) {
      const first = waiting.reduce((earliest, each) => (each.turn < earliest.turn ? each : earliest));
      const reservation = open(first.costs);
      if (reservation === undefined && held > 0) return;
      waiting.splice(waiting.indexOf(first), 1);
      first.settle(reservation ?? refusalOf(first.costs));
    }
  };
  const refusalOf = (costs: Cost): BudgetRefusal => {
    refused += creditsOf(costs);
    const behind = waiting.reduce((sum, each) => sum + creditsOf(each.costs), 0);
    return { left: left(), needed: creditsOf(spent) + refused + behind };
  };
  const openInTurn = async (costs: Cost, turn: number): Promise<Reservation | BudgetRefusal> => {
    // A probe that costs nothing does not wait: others may wait for its result, such as a bot.
    const free = creditsOf(costs) === 0 ? open(costs) : undefined;
    if (free !== undefined) return free;
    return new Promise((settle) => {
      waiting.push({ costs, turn, settle });
      if (maxCredits === undefined) return admit();
      // Probes of the same turn of the event loop are admitted in the order of their turns.
      isDue ??= setImmediate(() => {
        isDue = undefined;
        admit();
      });
    });
  };
  return { reserve: open, reserveInTurn: openInTurn, creditsLeft: left };
}

type Waiting = {
  readonly costs: Cost;
  readonly turn: number;
  readonly settle: (outcome: Reservation | BudgetRefusal) => void;
};

/**
 * Why a probe that can cost this many credits was not sent. Without a cap given by the user, the run keeps to the
 * credits that it planned.
 */
export function budgetRefusalText(credits: number, { left, needed }: BudgetRefusal, isCapGiven: boolean): string {
  const cost = `it can cost ${credits} credits and`;
  return isCapGiven
    ? `${cost} --max-credits leaves ${left}; --max-credits ${needed} is enough`
    : `${cost} ${left} are left of those planned for this run; --max-credits ${needed} is enough`;
}
