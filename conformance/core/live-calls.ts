import { costOfCall, creditsOf, usedBy, type Budget } from './budget.ts';
import type { Exchange } from './exchange.ts';
import type { Gate } from './gate.ts';
import type { Hangs } from './hangs.ts';
import type { Call } from './probe.ts';
import type { ProberParts, Sending } from './prober.ts';
import type { Sender } from './wire/sender.ts';
import { retryAfterMs, weatherOf } from './weather.ts';

/** What stands between the calls of a run and its target. */
type LiveParts = {
  readonly sender: Sender;
  readonly gate: Gate;
  readonly hangs: Hangs;
  readonly budget: Budget;
  readonly signal: AbortSignal;
};

/** A target that asks for more is not waited for: its answer stays an outage. */
const longestPauseMs = 30_000;
const firstBackoffMs = 500;

/** Calls that are sent: each in its turn, within the budget, and not to what hung before. */
export function liveCalls(parts: LiveParts): Pick<ProberParts, 'reserve' | 'attempt' | 'makesRoom'> {
  const { budget, gate, sender, hangs } = parts;
  return {
    reserve: ({ costs }) => {
      const purse = budget.open(costs);
      if (purse !== undefined) return purse;
      const enough = `--max-credits ${budget.neededFor(costs)} would do`;
      return {
        stopped: `it can cost ${creditsOf(costs)} credits and --max-credits leaves ${budget.left()}; ${enough}`,
      };
    },
    attempt: async (sending, attempt) => {
      const { call, own, group, probe } = sending;
      // Asked once it is this call's turn: what it waited for may have been the end of the run, or hung itself.
      const sent = await gate.through(
        { turn: own.turn, group: attempt === 1 ? group : 1, alone: probe.alone ?? false },
        async () => reasonToSkip(call, attempt, parts) ?? sender.send({ ...sending, attempt }),
      );
      if (typeof sent !== 'string' && weatherOf(sent, call.judges402 ?? false).is === 'silence') hangs.note(sent);
      return sent;
    },
    makesRoom: (exchange, sending) => makesRoom(exchange, sending, parts),
  };
}

function reasonToSkip(call: Call, attempt: number, { hangs, signal, sender }: LiveParts): string | undefined {
  if (signal.aborted) return 'the run was interrupted';
  return attempt === 1 ? (hangs.reasonToSkip(call.operation) ?? sender.reasonToSkip(call)) : undefined;
}

/** Room for one more attempt: credits of its own, and a pause for everybody where the target asked for one. */
function makesRoom(exchange: Exchange, { call, purse }: Sending, { gate }: LiveParts): boolean {
  if (creditsOf(usedBy(exchange)) > 0 && !purse.extend(costOfCall(call))) return false;
  if (weatherOf(exchange, false).is === 'silence') return true;
  const pauseMs = retryAfterMs(exchange, Date.now()) ?? firstBackoffMs * 2 ** (exchange.attempt - 1);
  if (pauseMs > longestPauseMs) return false;
  if (exchange.response.is === 'answer') gate.pause(pauseMs);
  return true;
}
