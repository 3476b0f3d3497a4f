import { costOfCall, creditsOf, usedBy, type Budget, type Purse } from './budget.ts';
import type { Exchange } from './exchange.ts';
import type { Gate } from './gate.ts';
import type { Hangs } from './hangs.ts';
import type { Evidence } from './judge.ts';
import { nonceOf } from './nonce.ts';
import type { Call, Known, Probe } from './probe.ts';
import type { Sender } from './sender.ts';
import { isWorthRetrying, retryAfterMs, weatherOf } from './weather.ts';

/** What the probes of a run share. */
export type ProberParts = {
  readonly seed: number;
  readonly sender: Sender;
  readonly gate: Gate;
  readonly hangs: Hangs;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  readonly record: (exchange: Exchange) => void;
};

/** What one probe brings along: its place in the run, its bot, and the token of its own workspace if it has one. */
export type ProbeOwn = { readonly turn: number; readonly bot: string; readonly workspaceToken?: string };

type Outcome = { readonly exchange: Exchange; readonly judges402: boolean };

/** One call of a probe with all that sending it needs. */
type Sending = {
  readonly call: Call;
  readonly id: string;
  readonly probe: Probe;
  readonly own: ProbeOwn;
  readonly purse: Purse;
  readonly group: number;
};

const maxAttempts = 3;
/** A second silence is enough to know it, and each costs the whole time limit. */
const maxSilentAttempts = 2;
/** A target that asks for more is not waited for: its answer stays an outage. */
const longestPauseMs = 30_000;
const firstBackoffMs = 500;

/** Sends a probe step by step, its credits reserved first; what was seen, and why it stopped if it did. */
export async function sendProbe(probe: Probe, own: ProbeOwn, parts: ProberParts): Promise<Evidence> {
  const purse = parts.budget.open(probe.costs);
  if (purse === undefined) {
    const stopped = `it can cost ${creditsOf(probe.costs)} credits and --max-credits leaves ${parts.budget.left()}`;
    return { seen: [], judges402: [], stopped };
  }
  try {
    return await takeSteps(probe, own, purse, parts);
  } finally {
    purse.close();
  }
}

async function takeSteps(probe: Probe, own: ProbeOwn, purse: Purse, parts: ProberParts): Promise<Evidence> {
  const outcomes: Outcome[] = [];
  for (const step of probe.steps) {
    const calls = step(knownFor(probe, own, outcomes, parts.seed));
    if ('stop' in calls) return evidenceOf(outcomes, calls.stop);
    const first = outcomes.length + 1;
    const results = await Promise.all(
      calls.map((call, at) =>
        sendCall({ call, id: `${probe.name}#${first + at}`, probe, own, purse, group: calls.length }, parts),
      ),
    );
    outcomes.push(...results.filter((result) => typeof result !== 'string'));
    const skipped = results.find((result) => typeof result === 'string');
    if (skipped !== undefined) return evidenceOf(outcomes, skipped);
  }
  return evidenceOf(outcomes);
}

function knownFor(probe: Probe, own: ProbeOwn, outcomes: readonly Outcome[], seed: number): Known {
  return {
    bot: own.bot,
    seen: outcomes.map(({ exchange }) => exchange),
    nonce: (label) => nonceOf(seed, probe.name, label),
  };
}

function evidenceOf(outcomes: readonly Outcome[], stopped?: string): Evidence {
  return {
    seen: outcomes.map(({ exchange }) => exchange),
    judges402: outcomes.map(({ judges402 }) => judges402),
    ...(stopped === undefined ? {} : { stopped }),
  };
}

/** The last attempt's exchange, or why the call was not sent at all. */
async function sendCall(sending: Sending, parts: ProberParts): Promise<Outcome | string> {
  const { call, purse, own, group, probe } = sending;
  const judges402 = call.judges402 ?? false;
  for (let attempt = 1; ; attempt += 1) {
    // Asked once it is this call's turn: what it waited for may have been the end of the run, or hung itself.
    const exchange = await parts.gate.through(
      { turn: own.turn, group: attempt === 1 ? group : 1, alone: probe.alone ?? false },
      async () => reasonToSkip(call, attempt, parts) ?? parts.sender.send({ ...sending, attempt }),
    );
    if (typeof exchange === 'string') return exchange;
    purse.note(exchange);
    parts.record(exchange);
    const silent = weatherOf(exchange, judges402).is === 'silence';
    if (silent) parts.hangs.note(exchange);
    const isLast = attempt >= (silent ? maxSilentAttempts : maxAttempts) || !isWorthRetrying(exchange, judges402);
    if (isLast) return { exchange, judges402 };
    if (makesRoom(exchange, sending, parts)) continue;
    // One silence proves nothing yet.
    return silent ? `${exchange.id} got no answer, and --max-credits leaves no second try` : { exchange, judges402 };
  }
}

function reasonToSkip({ operation }: Call, attempt: number, { hangs, signal }: ProberParts): string | undefined {
  if (signal.aborted) return 'the run was interrupted';
  return attempt === 1 ? hangs.reasonToSkip(operation) : undefined;
}

/** Room for one more attempt: credits of its own, and a pause for everybody where the target asked for one. */
function makesRoom(exchange: Exchange, { call, purse }: Sending, parts: ProberParts): boolean {
  if (creditsOf(usedBy(exchange)) > 0 && !purse.extend(costOfCall(call))) return false;
  if (weatherOf(exchange, false).is === 'silence') return true;
  const pauseMs = retryAfterMs(exchange, Date.now()) ?? firstBackoffMs * 2 ** (exchange.attempt - 1);
  if (pauseMs > longestPauseMs) return false;
  if (exchange.response.is === 'answer') parts.gate.pause(pauseMs);
  return true;
}
