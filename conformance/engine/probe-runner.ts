/** The second of five, behind `probe-scheduler.ts`: makes the calls of a probe step by step, and has `send-call.ts` send each. */
import type { Reservation } from './credit-budget.ts';
import { asKept as exchangeAsKept, type Exchange } from '../model/exchange.ts';
import type { Evidence } from './judging/judge.ts';
import { workspacePlaceholder, type Call, type Make, type Probe, type Step } from '../model/probe.ts';
import {
  stepInputsFor,
  type Basis,
  type Outcome,
  type ProbeContext,
  type ProbeRunnerParts,
  type Stopped,
  type WorkspaceOrder,
} from './probe-runner-parts.ts';
import type { KnownBot } from '../model/known-bot.ts';
import type { Reason } from '../model/run.ts';
import { reasonIn } from '../model/reason.ts';
import { sendCall } from './send-call.ts';

/** Sends a probe step by step, its credits reserved first; what was seen, and why it stopped if it did. */
export async function sendProbe(
  probe: Probe,
  turn: number,
  prepare: () => Promise<ProbeContext | Stopped>,
  parts: ProbeRunnerParts,
): Promise<Evidence> {
  return parts.whenSlotFree(probe, turn, async () => {
    const futile = reasonBeforehand(probe, turn, parts);
    const reservation = futile ?? (await parts.reserve(probe, turn));
    if ('stopped' in reservation) {
      parts.note({ is: 'unsent', what: probe.name, ...reservation.stopped });
      return { seen: [], judges402: [], ...reservation };
    }
    try {
      // Only now: what does not fit is not worth a bot or a workspace.
      const own = await prepare();
      return 'stopped' in own ? { seen: [], judges402: [], ...own } : await takeSteps(probe, own, reservation, parts);
    } finally {
      reservation.close();
    }
  });
}

/** What a probe has that needs neither a bot nor a workspace. */
export function nothingOwn(turn: number): ProbeContext {
  return { turn, bot: { bot: '' }, tokens: {}, bots: {} };
}

/** A workspace is not made for calls that would not be sent: what the first of them are for is known without it. */
function reasonBeforehand(probe: Probe, turn: number, parts: ProbeRunnerParts): Stopped | undefined {
  if (!probe.needs.includes('provisioner')) return undefined;
  const known = stepInputsFor(probe, nothingOwn(turn), [], parts);
  for (const step of probe.steps) {
    const calls = step(known);
    if ('make' in calls) continue;
    if ('stop' in calls) return undefined;
    const reason = calls.map((call) => parts.reasonToSkip(call)).find((each) => each !== undefined);
    return reason === undefined ? undefined : { stopped: reason };
  }
  return undefined;
}

async function takeSteps(
  probe: Probe,
  given: ProbeContext,
  reservation: Reservation,
  parts: ProbeRunnerParts,
): Promise<Evidence> {
  const outcomes: Outcome[] = [];
  let own = given;
  for (const step of probe.steps) {
    const calls = step(stepInputsFor(probe, own, seenIn(outcomes), parts));
    if ('stop' in calls) return evidenceOf(outcomes, { because: parts.mask(calls.stop) });
    if ('make' in calls) {
      const richer = await withWorkspaces(probe, own, calls, parts);
      if (!('stopped' in richer)) own = richer;
      else if (calls.isOptional !== true) return evidenceOf(outcomes, richer.stopped);
      continue;
    }
    const owned = own;
    const kept = keptCalls(probe, step, calls, { own, outcomes, parts });
    const first = outcomes.length + 1;
    const group = probe.apart === true ? 1 : calls.length;
    const results = await Promise.all(
      calls.map((call, at) =>
        sendCall(
          { call, kept: kept[at] ?? call, id: `${probe.name}#${first + at}`, probe, own: owned, reservation, group },
          parts,
        ),
      ),
    );
    outcomes.push(...results.filter((result) => 'exchange' in result));
    const ended = results.filter((result) => 'stopped' in result);
    const lost = ended.flatMap(({ unrecoverable = [] }) => unrecoverable);
    if (ended[0] === undefined) continue;
    const evidence = evidenceOf(outcomes, ended[0].stopped, lost);
    const putOff = ended.flatMap(({ isPutOff: each }) => each ?? []);
    // More time does no harm to what was refused.
    const isPutOff = putOff.includes('late') ? 'late' : putOff[0];
    return isPutOff === undefined ? evidence : { ...evidence, isPutOff };
  }
  return evidenceOf(outcomes);
}

const seenIn = (outcomes: readonly Outcome[]): readonly Exchange[] => outcomes.map(({ exchange }) => exchange);

type SoFar = {
  readonly own: ProbeContext;
  readonly outcomes: readonly Outcome[];
  readonly parts: Basis & Pick<ProbeRunnerParts, 'mask'>;
};

/**
 * The calls as they are recorded: those that the step makes of what is kept, as it will where the run is judged again.
 * No secret that an answer held is in them.
 */
function keptCalls(probe: Probe, step: Step, calls: readonly Call[], soFar: SoFar): readonly Call[] {
  const { own, outcomes, parts } = soFar;
  const keptBots = Object.entries(own.bots).map(([name, known]) => [name, asKept(known)] as const);
  const bots = [own.bot, ...Object.values(own.bots)];
  const isWhole = outcomes.every(({ exchange }) => exchange.kept === undefined);
  if (isWhole && bots.every(({ keptAs }) => keptAs === undefined)) return calls;
  const keptOwn = { ...own, bot: asKept(own.bot), bots: Object.fromEntries(keptBots) };
  const kept = step(stepInputsFor(probe, keptOwn, seenIn(outcomes).map(exchangeAsKept), parts));
  if (!('make' in kept) && !('stop' in kept) && kept.length === calls.length) return kept;
  // What is kept of the answers leads elsewhere: nobody will come to these calls by it.
  return calls.map((call) => maskedCall(call, parts.mask));
}

function maskedCall(call: Call, mask: (text: string) => string): Call {
  const { path, headers, body, raw } = call;
  return {
    ...call,
    path: mask(path),
    headers: headers.map(([name, value]) => [name, mask(value)] as const),
    ...(typeof body === 'string' ? { body: mask(body) } : {}),
    ...(raw === undefined ? {} : { raw: { ...raw, sends: raw.sends.map(mask) } }),
  };
}

function asKept({ bot, keptAs }: KnownBot): KnownBot {
  return { bot: keptAs ?? bot };
}

function evidenceOf(outcomes: readonly Outcome[], stopped?: Reason, more: readonly Exchange[] = []): Evidence {
  return {
    seen: seenIn(outcomes),
    unrecoverable: [...outcomes.flatMap(({ unrecoverable }) => unrecoverable), ...more],
    judges402: outcomes.map(({ judges402 }) => judges402),
    judgesSteady: outcomes.map(({ judgesSteady }) => judgesSteady),
    ...(stopped === undefined ? {} : { stopped }),
  };
}

/** Workspaces that a step asked for: their tokens and bots from now on, or why one could not be had. */
async function withWorkspaces(
  probe: Probe,
  own: ProbeContext,
  { make }: Make,
  parts: ProbeRunnerParts,
): Promise<ProbeContext | Stopped> {
  const opening = Object.entries(make).map(async ([name, workspace]) => {
    const order = { workspace, probe: probe.name, name, turn: own.turn, needsBot: true };
    return { name, opened: await openWorkspace(order, parts) };
  });
  const tokens: Record<string, string> = { ...own.tokens };
  const bots: Record<string, KnownBot> = { ...own.bots };
  // In the order of the step, whichever was there first: the next step sends by it, and so it does where a run is judged again.
  for (const { name, opened } of await Promise.all(opening)) {
    if ('stopped' in opened) return opened;
    tokens[workspacePlaceholder(name)] = opened.token;
    bots[name] = opened.bot;
  }
  return { ...own, tokens, bots };
}

type OpenWorkspace = { readonly token: string; readonly bot: KnownBot };

/** A fresh workspace with a bot to talk to. What came of it is noted: no exchange of the probe tells it. */
export async function openWorkspace(order: WorkspaceOrder, parts: ProbeRunnerParts): Promise<OpenWorkspace | Stopped> {
  const opened = await opening(order, parts);
  const { probe, name } = order;
  parts.note({
    is: 'workspace',
    probe,
    name,
    ...('stopped' in opened ? opened.stopped : asKept(opened.bot)),
  });
  return opened;
}

async function opening(order: WorkspaceOrder, parts: ProbeRunnerParts): Promise<OpenWorkspace | Stopped> {
  const outcome = await parts.makeWorkspace(order);
  if (outcome.is === 'failed') return { stopped: reasonIn(outcome) };
  const { token, botId } = outcome.workspace;
  if (botId !== undefined || !order.needsBot) return { token, bot: knownBot(botId ?? '', parts.mask(botId ?? '')) };
  const found = await parts.findBotOf(token, order.turn);
  return 'because' in found ? { stopped: found } : { token, bot: found };
}

/** A bot by the id that the target knows it by, and the one that is kept. */
export function knownBot(bot: string, keptAs: string | undefined): KnownBot {
  return keptAs === undefined || keptAs === bot ? { bot } : { bot, keptAs };
}
