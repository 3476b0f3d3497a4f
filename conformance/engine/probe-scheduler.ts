/**
 * The first of four layers: sends each probe once, after everything that it needs, and has `probe-runner.ts` send its
 * steps, unless an earlier part of the run recorded them (`resumed-run.ts`).
 */
import { type ProbeResult, isTargetUp } from './judging/judge.ts';
import { chatsKey } from './learned-refusals.ts';
import { memoized, once } from './memoize.ts';
import { createProbeSenders, type EarlierParts } from './resumed-run.ts';
import { botFinder, repeatedInIsolation } from './plan.ts';
import { livenessProbeAfter, restartedProbe } from '../model/probe-names.ts';
import { isWorthRepeating, placeholders, proofOf, provesRefusals, type Probe, type Proof } from '../model/probe.ts';
import type { ProbeContext, ProbeRunnerParts, SharedParts, Stopped } from './probe-runner-parts.ts';
import type { FoundBot, KnownBot } from '../model/known-bot.ts';
import { findChattingBot, type ChattingBot } from './bot-that-chats.ts';
import { plainChat } from '../model/probes/plain-chat.ts';
import { emptyProbeContext } from './probe-runner.ts';
import { lateTurn, sendOrderAfter } from './pacing/send-order.ts';
import { isTemporarilyRefused } from '../classification/transient.ts';
import {
  botsListedIn,
  findListedBots,
  openWorkspace,
  workspaceBots,
  workspaceBotsProbe,
} from './workspaces-and-bots.ts';
import type { Exchange } from '../model/exchange.ts';
import { listVoices } from '../model/probes/standard-probes.ts';
import { classify } from '../classification/classify.ts';
import { withStillSending } from './still-sending.ts';

/** Sends probes, each once, with the bot, the workspace, the liveness check and the proof that it needs. */
type ProbeScheduler = {
  readonly evidence: (probe: Probe) => Promise<ProbeResult>;
  /** Sends a probe that no check shares: its result is not remembered, and it is queued behind all waiting requests. */
  readonly ask: (probe: Probe) => Promise<ProbeResult>;
  /** Gives a probe its turn, though it may be sent later. */
  readonly lineUp: (probe: Probe) => void;
  /** Notes that a probe is to be sent, now or later. */
  readonly foresee: (probe: Probe) => void;
  /** Gives these probes the first turns, in this order. */
  readonly lineUpFirst: (probes: readonly Probe[]) => void;
  /** The first bot that `GET /v1/bots` lists, or why none is known. */
  readonly findBot: () => Promise<FoundBot>;
};

type Credentials = { readonly token?: string | undefined; readonly bot?: string | undefined };

export function createProbeScheduler(
  credentials: Credentials,
  shared: SharedParts & { readonly earlier?: EarlierParts | undefined },
): ProbeScheduler {
  const givenBot: FoundBot | undefined = credentials.bot === undefined ? undefined : { bot: credentials.bot };
  const common = async (): Promise<FoundBot> => {
    const chatting = await botOfRun();
    return givenBot ?? chatting?.bot ?? findBot();
  };
  const findBotOf = workspaceBots(common, async () => (await botOfRun())?.place ?? 0, botsListedFor);
  const parts: ProbeRunnerParts = {
    ...shared,
    findBotOf,
    findBot: common,
    mayRetry: (exchange, sending) => {
      const { probe, own, call } = sending;
      // The proof is sent early: other requests with the same refusal need not wait for the end of this probe.
      const isSteady = call.judges?.steadyRefusal === true && exchange.attempt > 1 && isTemporarilyRefused(exchange);
      const proof = proofOf(probe);
      if (proof !== undefined && isSteady) proven(proof, own.turn).catch(() => undefined);
      return shared.mayRetry(exchange, sending);
    },
  };
  const sends = createProbeSenders(parts, shared.earlier);
  const botList = botFinder(credentials);
  const evidence = memoized(
    (probe: Probe) => probe.name,
    (probe) => runProbe(probe),
  );
  // All chats wait for a bot, so the list of bots goes before everything else.
  const { turnOf, lineUpFirst } = sendOrderAfter(botList.name);
  const sendBare = (probe: Probe, turn: number): Promise<ProbeResult> =>
    sends.anyway(probe, turn, async () => emptyProbeContext(turn));
  const findBots = once(async () =>
    findListedBots(botList, {
      once: async () => evidence(botList),
      again: async (probe) => sendBare(probe, turnOf(botList)),
      mask: parts.mask,
    }),
  );
  const findBot = async (): Promise<FoundBot> => {
    const found = await findBots();
    return 'because' in found ? found : found[0];
  };
  const foreseen = new Set<string>();
  /** The first of several listed bots that takes a plain chat; undefined where there is nothing to choose. */
  const botOfRun = once(async (): Promise<ChattingBot | undefined> => {
    if (givenBot !== undefined || credentials.token === undefined) return undefined;
    const found = await findBots();
    // A plain chat that no check needs would cost a credit that is in no plan.
    if ('because' in found || found.length === 1 || !foreseen.has(plainChat.name)) return undefined;
    const turn = turnOf(botList) + justBefore;
    return findChattingBot(found, (probe, bot) =>
      sends.unlessRecorded(probe, turn, async () => ({ ...emptyProbeContext(turn), bot })),
    );
  });

  let finding: Promise<FoundBot> | undefined;
  /** Waits for the bot of the run: even a probe without one would overtake the chats and hold up the first clause. */
  async function aBotIfAny({ needs }: Probe): Promise<void> {
    if (needs.includes('bot')) finding ??= parts.findBot();
    await finding;
  }

  async function ownOf(probe: Probe, turn: number, parts: ProbeRunnerParts): Promise<ProbeContext | Stopped> {
    const needsBot = probe.needs.includes('bot');
    const none = emptyProbeContext(turn);
    const { workspace } = probe;
    if (workspace !== undefined) {
      const opened = await openWorkspace({ workspace, probe: probe.name, name: '', turn, needsBot }, parts);
      if ('stopped' in opened) return opened;
      return { ...none, bot: opened.bot, tokens: { [placeholders.workspace]: opened.token } };
    }
    if (!needsBot) return none;
    const found = await parts.findBot();
    return 'because' in found ? { stopped: found } : { ...none, bot: found };
  }

  let listings = 0;
  async function botsListedFor(token: string, turn: number): Promise<readonly KnownBot[]> {
    const own = { ...emptyProbeContext(turn), tokens: { [placeholders.workspace]: token } };
    listings += 1;
    const probe = workspaceBotsProbe(listings);
    return botsListedIn(await sends.anyway(probe, turn, async () => own), parts.mask);
  }

  async function runProbe(probe: Probe, turn = turnOf(probe)): Promise<ProbeResult> {
    if (probe !== botList) await aBotIfAny(probe);
    const gathered = await asProven(probe, await sendWholeElsePart(probe, turn), turn);
    const clear = await repeatedIfWorth(probe, await untilClear(probe, gathered, turn), turn);
    if (provesRefusals(probe, clear.seen)) parts.learn(chatsKey, clear.seen);
    const checked = await withLivenessCheck(clear, botList, (list) => sendBare(list, turn));
    if (credentials.token === undefined) return checked;
    return withStillSending(checked, async (stream) => {
      turnOf(stream, turn - justBefore);
      return evidence(stream);
    });
  }

  /** Begins a probe anew while it is unclear: a rate limit that ended one sequence of uses may not end the next one. */
  async function untilClear(probe: Probe, first: ProbeResult, turn: number): Promise<ProbeResult> {
    let gathered = first;
    let hasTime = false;
    let before: ProbeResult | undefined;
    for (let time = 1; time <= mostTimesAnew && isUnclear(probe, gathered, parts); time += 1) {
      const isLate = gathered.isPutOff === 'late';
      const isDropped = gathered.isPutOff === 'dropped';
      // A probe that was late with more time gets no more. Dropped twice, it may be dropped for what it asks for.
      if (hasTime && isLate) return gathered;
      if (before !== undefined && isDropped) return droppedAgain(gathered, before);
      hasTime ||= isLate;
      if (isDropped) before = gathered;
      const next = restartedProbe(probe, time);
      const anew: Probe = hasTime ? { ...next, again: { is: 'anew', isPatient: true } } : next;
      const again = await asProven(anew, await sends.unlessRecorded(anew, turn, ownOf), turn);
      if (again.seen.length === 0 && again.isPutOff === undefined) return gathered;
      gathered = again;
    }
    return gathered;
  }

  let repeated = 0;
  /** Sends a probe again where chance may be to blame. If it cannot be sent, the first time proves nothing. */
  async function repeatedIfWorth(probe: Probe, gathered: ProbeResult, turn: number): Promise<ProbeResult> {
    if (gathered.stopped !== undefined || !isWorthRepeating(probe, gathered.seen)) return gathered;
    // Probes of `ask` share one turn, and would go in between each other's steps: each gets a turn of its own.
    repeated += 1;
    const own = turn === behindAll ? lateTurn - repeated : turn;
    const anew = repeatedInIsolation(probe);
    return asProven(anew, await sends.unlessRecorded(anew, own, ownOf), own);
  }

  async function sendWholeElsePart(probe: Probe, turn: number): Promise<ProbeResult> {
    const chatting = probe.name === plainChat.name ? await botOfRun() : undefined;
    if (chatting !== undefined) return chatting.chat;
    const send = probe.name === botList.name ? sends.anyway : sends.unlessRecorded;
    const whole = await send(probe, turn, ownOf);
    const { part } = probe;
    if (part === undefined || whole.stopped === undefined || whole.seen.length > 0) return whole;
    const less = await sends.unlessRecorded(part, turn, ownOf);
    return less.seen.length === 0 ? whole : { ...less, wholeStopped: whole.stopped };
  }

  /** A steady "not now" is judged only where the proof of its probe, sent only then, shows what it means. */
  async function asProven(probe: Probe, gathered: ProbeResult, turn: number): Promise<ProbeResult> {
    const proof = proofOf(probe);
    const { seen, judges = new Map() } = gathered;
    const isSteady = (exchange: Exchange): boolean =>
      judges.get(exchange)?.steadyRefusal === true && isTemporarilyRefused(exchange);
    if (proof === undefined || !seen.some(isSteady) || (await proven(proof, turn))) return gathered;
    return { ...gathered, judges: withoutSteadyRefusals(judges) };
  }

  const proofs = memoized(
    ({ probe }: Proof) => probe.name,
    async (proof) => {
      const { seen } = await evidence(proof.probe);
      const isProven = proof.isProven(seen);
      // Later requests with the proven refusal need not be sent again.
      if (isProven) parts.learn(proof, seen);
      return isProven;
    },
  );
  function proven(proof: Proof, turn: number): Promise<boolean> {
    turnOf(proof.probe, turn - justBefore);
    return proofs(proof);
  }

  return {
    evidence,
    ask: (probe) => runProbe(probe, behindAll),
    lineUp: turnOf,
    lineUpFirst,
    foresee: ({ name }) => foreseen.add(name),
    findBot,
  };
}

const behindAll = Number.MAX_SAFE_INTEGER;

/**
 * A use that is dropped in two workspaces, behind answers to the same uses, counts as tried again, and is judged as
 * without an answer. A request to a server that is going away would be dropped at another place the next time.
 */
function droppedAgain(again: ProbeResult, before: ProbeResult): ProbeResult {
  const { seen, dropped = [], unrecoverable = [] } = again;
  const isSame = seen.length > 0 && seen.length === before.seen.length && dropped.length === 1;
  return isSame ? { ...again, unrecoverable: [...unrecoverable, ...dropped] } : again;
}

/** Most times that a probe is begun anew: each time has the same chance as the first. */
const mostTimesAnew = 3;

/**
 * True where it is unclear what was charged: something was put off, a speech was sent again and may be charged twice
 * (4.5), or a request was refused for now, except for its balance: a server may have charged it all the same.
 */
function isUnclear(
  { again }: Probe,
  { seen, judges, isPutOff }: ProbeResult,
  { isRefusal }: Pick<ProbeRunnerParts, 'isRefusal'>,
): boolean {
  if (again?.is !== 'anew') return false;
  return (
    isPutOff !== undefined ||
    seen.some((exchange) =>
      isTemporarilyRefused(exchange)
        ? judges?.get(exchange)?.steadyRefusal !== true && !isRefusal(exchange)
        : exchange.operation === 'speech' && exchange.attempt > 1,
    )
  );
}

function withoutSteadyRefusals(judges: NonNullable<ProbeResult['judges']>): NonNullable<ProbeResult['judges']> {
  return new Map([...judges].map(([exchange, each]) => [exchange, { ...each, steadyRefusal: false }]));
}

/** Distance to a turn just before or behind another one: no other probe has that turn, or a turn in between. */
const justBefore = 1 / 4096;

/** Classifications for which the target may be to blame, or the network on the way to it. */
const needsLivenessCheck = ['noResponse', 'unfinished'];

/**
 * Adds the answer of another operation to a silent exchange, to tell a hanging operation from a target that is gone. It
 * is asked for after each silence: an earlier answer says nothing of a target that has gone since.
 */
export async function withLivenessCheck(
  gathered: ProbeResult,
  botList: Probe,
  send: (probe: Probe) => Promise<ProbeResult>,
): Promise<ProbeResult> {
  const { seen, unrecoverable = [] } = gathered;
  const silent = [...unrecoverable, ...seen].find((exchange) =>
    needsLivenessCheck.includes(classify(exchange, { status402: true }).is),
  );
  if (silent === undefined) return gathered;
  for (const list of listsBeside(silent, botList)) {
    const [livenessCheck] = (await send(livenessProbeAfter(list, silent.id))).seen;
    if (livenessCheck !== undefined && isTargetUp(livenessCheck)) return { ...gathered, livenessCheck };
  }
  return gathered;
}

/** The lists, for which any caller may ask, except that of the operation that fell silent. */
function listsBeside({ operation }: Exchange, botList: Probe): readonly Probe[] {
  const lists = [
    { of: 'voices', list: listVoices('none') },
    { of: 'bots', list: botList },
  ] as const;
  return lists.flatMap(({ of, list }) => (of === operation ? [] : [list]));
}
