import { costOfCall, creditsOf, usedBy, type Budget, type Purse } from './budget.ts';
import type { Exchange } from './exchange.ts';
import type { Gate } from './gate.ts';
import type { Hangs } from './hangs.ts';
import type { Evidence } from './judge.ts';
import { nonceOf } from './nonce.ts';
import { workspacePlaceholder, type Call, type Known, type Make, type Probe, type Workspace } from './probe.ts';
import type { ProvisionOutcome } from './provision.ts';
import type { Secrets } from './secrets.ts';
import type { Sender } from './sender.ts';
import type { WorkspaceBots } from './workspace-bots.ts';
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
  readonly makeWorkspace: (workspace: Workspace, turn: number) => Promise<ProvisionOutcome>;
  readonly findBot: () => Promise<FoundBot>;
  readonly findBotOf: WorkspaceBots;
};

/** A bot to talk to, or why none is known. */
export type FoundBot = { readonly bot: string } | { readonly because: string };

/** What one probe brings along: its place in the run, its bot, and what workspaces were made for it, by placeholder and name. */
export type ProbeOwn = {
  readonly turn: number;
  readonly bot: string;
  readonly tokens: Secrets;
  readonly bots: Readonly<Record<string, string>>;
};

export type Stopped = { readonly stopped: string };

type Outcome = { readonly exchange: Exchange; readonly judges402: boolean; readonly judgesSteady: boolean };

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
export async function sendProbe(
  probe: Probe,
  prepare: () => Promise<ProbeOwn | Stopped>,
  parts: ProberParts,
): Promise<Evidence> {
  const purse = parts.budget.open(probe.costs);
  if (purse === undefined) {
    const [cost, { budget }] = [creditsOf(probe.costs), parts];
    const enough = `--max-credits ${budget.neededFor(probe.costs)} would do`;
    const stopped = `it can cost ${cost} credits and --max-credits leaves ${budget.left()}; ${enough}`;
    return { seen: [], judges402: [], stopped };
  }
  try {
    // Only now: what does not fit is not worth a bot or a workspace.
    const own = await prepare();
    return 'stopped' in own ? { seen: [], judges402: [], ...own } : await takeSteps(probe, own, purse, parts);
  } finally {
    purse.close();
  }
}

async function takeSteps(probe: Probe, given: ProbeOwn, purse: Purse, parts: ProberParts): Promise<Evidence> {
  const outcomes: Outcome[] = [];
  let own = given;
  for (const step of probe.steps) {
    const calls = step(knownFor(probe, own, outcomes, parts.seed));
    if ('stop' in calls) return evidenceOf(outcomes, calls.stop);
    if ('make' in calls) {
      const richer = await withWorkspaces(own, calls, parts);
      if ('stopped' in richer) return evidenceOf(outcomes, richer.stopped);
      own = richer;
      continue;
    }
    const owned = own;
    const first = outcomes.length + 1;
    const results = await Promise.all(
      calls.map((call, at) =>
        sendCall({ call, id: `${probe.name}#${first + at}`, probe, own: owned, purse, group: calls.length }, parts),
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
    bots: own.bots,
    seen: outcomes.map(({ exchange }) => exchange),
    nonce: (label) => nonceOf(seed, probe.name, label),
  };
}

function evidenceOf(outcomes: readonly Outcome[], stopped?: string): Evidence {
  return {
    seen: outcomes.map(({ exchange }) => exchange),
    judges402: outcomes.map(({ judges402 }) => judges402),
    judgesSteady: outcomes.map(({ judgesSteady }) => judgesSteady),
    ...(stopped === undefined ? {} : { stopped }),
  };
}

/** Workspaces that a step asked for: their tokens and bots from now on, or why one could not be had. */
async function withWorkspaces(own: ProbeOwn, { make }: Make, parts: ProberParts): Promise<ProbeOwn | Stopped> {
  const tokens: Record<string, string> = { ...own.tokens };
  const bots: Record<string, string> = { ...own.bots };
  const made = Object.entries(make).map(async ([name, workspace]): Promise<Stopped | undefined> => {
    const outcome = await parts.makeWorkspace(workspace, own.turn);
    if (outcome.is === 'failed') return { stopped: outcome.because };
    tokens[workspacePlaceholder(name)] = outcome.workspace.token;
    const { botId } = outcome.workspace;
    const found: FoundBot =
      botId === undefined ? await parts.findBotOf(outcome.workspace.token, own.turn) : { bot: botId };
    if ('because' in found) return { stopped: found.because };
    bots[name] = found.bot;
    return undefined;
  });
  return (await Promise.all(made)).find((outcome) => outcome !== undefined) ?? { ...own, tokens, bots };
}

/** The last attempt's exchange, or why the call was not sent at all. */
async function sendCall(sending: Sending, parts: ProberParts): Promise<Outcome | string> {
  const { call, purse, own, group, probe } = sending;
  const judges402 = call.judges402 ?? false;
  const outcomeOf = (exchange: Exchange): Outcome => ({
    exchange,
    judges402,
    judgesSteady: call.judgesSteady ?? false,
  });
  let firstStartedAt: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    // Asked once it is this call's turn: what it waited for may have been the end of the run, or hung itself.
    const sent = await parts.gate.through(
      { turn: own.turn, group: attempt === 1 ? group : 1, alone: probe.alone ?? false },
      async () => reasonToSkip(call, attempt, parts) ?? parts.sender.send({ ...sending, attempt }),
    );
    if (typeof sent === 'string') return sent;
    const exchange = firstStartedAt === undefined ? sent : { ...sent, firstStartedAt };
    firstStartedAt ??= sent.startedAt;
    purse.note(exchange);
    parts.record(exchange);
    const silent = weatherOf(exchange, judges402).is === 'silence';
    if (silent) parts.hangs.note(exchange);
    const isLast = attempt >= (silent ? maxSilentAttempts : maxAttempts) || !isWorthRetrying(exchange, judges402);
    if (call.once === true && mayBeCharged(exchange, judges402))
      return `${exchange.id} got no answer that counts, and nobody knows whether it was charged`;
    if (isLast) return outcomeOf(exchange);
    if (makesRoom(exchange, sending, parts)) continue;
    // One silence proves nothing yet.
    return silent ? `${exchange.id} got no answer, and --max-credits leaves no second try` : outcomeOf(exchange);
  }
}

/** True where the target, or what stands before it, had the request and did not say what became of it. */
function mayBeCharged(exchange: Exchange, judges402: boolean): boolean {
  const weather = weatherOf(exchange, judges402);
  if (weather.is === 'silence') return true;
  return exchange.response.is === 'answer' && weather.is === 'outage' && exchange.response.status >= 500;
}

function reasonToSkip(call: Call, attempt: number, { hangs, signal, sender }: ProberParts): string | undefined {
  if (signal.aborted) return 'the run was interrupted';
  return attempt === 1 ? (hangs.reasonToSkip(call.operation) ?? sender.reasonToSkip(call)) : undefined;
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
