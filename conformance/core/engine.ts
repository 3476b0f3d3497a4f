import { createBudget } from './budget.ts';
import { botIdsIn } from './bots.ts';
import type { Check, Observation } from './check.ts';
import { curlOf } from './curl.ts';
import type { Exchange } from './exchange.ts';
import { createGate } from './gate.ts';
import { createHangs } from './hangs.ts';
import { isWhole, judgeEvidence, type Evidence, type Judged } from './judge.ts';
import { nearMissesOf } from './near-misses.ts';
import { lackingNeed } from './needs.ts';
import { botFinder } from './plan.ts';
import { placeholders, type Probe } from './probe.ts';
import { sendProbe, type FoundBot, type ProbeOwn, type ProberParts, type Stopped } from './prober.ts';
import { provision } from './provision.ts';
import type { Finding, Verdict } from './run.ts';
import { secretsOf, type Secrets } from './secrets.ts';
import { createSender } from './sender.ts';
import { createTransport } from './transport.ts';
import { listBots, listVoices } from './standard-probes.ts';
import { weatherOf } from './weather.ts';
import { workspaceBots } from './workspace-bots.ts';

export type { FoundBot } from './prober.ts';

/** What a run is made with; every part of it is data. */
export type EngineOptions = {
  /** The base URL without `/v1` and without a slash at its end. */
  readonly target: string;
  readonly token?: string | undefined;
  readonly otherToken?: string | undefined;
  /** Of a workspace that has nothing left. */
  readonly spentToken?: string | undefined;
  /** A URL, or a shell command. */
  readonly provisioner?: string | undefined;
  readonly bot?: string | undefined;
  readonly seed: number;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly maxCredits?: number | undefined;
  readonly headers: readonly (readonly [string, string])[];
  /** PEM text of a certificate authority to trust. */
  readonly ca?: string | undefined;
  readonly http2: boolean;
};

/** What happens in a run, as it happens. */
export type JournalEvent =
  | { readonly is: 'exchange'; readonly exchange: Exchange }
  | { readonly is: 'finding'; readonly finding: Finding };

export type Engine = {
  /** The verdict on a check; its probe and its twin are sent when first asked for, and once. */
  readonly judge: (check: Check) => Promise<Finding>;
  /** Sends what an observation needs; what is seen is read from the exchanges. */
  readonly observe: (observation: Observation) => Promise<void>;
  /** Sends a probe that nobody shares: it is not remembered, and goes behind whatever waits. */
  readonly ask: (probe: Probe) => Promise<Evidence>;
  /** Credits that are neither used nor set aside; infinite without a cap. */
  readonly creditsLeft: () => number;
  /** The first bot that `GET /v1/bots` lists, or why none is known. */
  readonly findBot: () => Promise<FoundBot>;
  readonly close: () => Promise<void>;
};

/** `all` is every check there is, so that a twin that was not selected is found. Throws only for defects of assay. */
export function createEngine(
  options: EngineOptions,
  all: readonly Check[],
  emit: (event: JournalEvent) => void,
  signal: AbortSignal,
): Engine {
  const { close, ...shared } = partsOf(options, emit, signal);
  const givenBot: FoundBot | undefined = options.bot === undefined ? undefined : { bot: options.bot };
  const common = async (): Promise<FoundBot> => givenBot ?? findBot();
  const findBotOf = givenBot === undefined ? workspaceBots(common, idsListedFor) : common;
  const parts: ProberParts = { ...shared, findBotOf, findBot: common };
  const byId = new Map(all.map((check) => [check.id, check]));
  const botList = botFinder(options);
  const fences = [
    { operation: 'voices', list: listVoices('none') },
    { operation: 'bots', list: botList },
  ] as const;
  const evidence = memoized(
    (probe: Probe) => probe.name,
    (probe) => gather(probe),
  );
  const verdicts = memoized(
    (check: Check) => check.id,
    (check) => decide(check),
  );

  // All chats wait for a bot, so the list of bots goes before everything else.
  const turns = new Map<string, number>([[botList.name, 0]]);
  /** A probe's turn is when it was first asked for, though it may wait for its check's twin before it is sent. */
  const turnOf = ({ name, steps }: Probe): number => {
    // A fraction, so that no two probes share a turn: together they would be taken for one.
    const early = turns.size / longChainsBegin + 1 / 1024;
    const turn = turns.get(name) ?? (steps.length < longChain ? turns.size : early);
    turns.set(name, turn);
    return turn;
  };
  const findBot = once(async (): Promise<FoundBot> => {
    const [exchange] = (await evidence(botList)).seen;
    const bot = exchange === undefined ? undefined : botIdsIn(exchange)[0];
    if (bot !== undefined) return { bot };
    const weather = exchange === undefined ? undefined : weatherOf(exchange, false);
    if (weather?.is === 'outage') return { because: weather.because };
    const came = weather?.is === 'silence' ? weather.mismatch.observed : 'it listed none';
    return { because: `no bot is known from GET /v1/bots (${came}); name one with --bot` };
  });

  let finding: Promise<FoundBot> | undefined;
  /** What overtook the chats that wait for a bot would hold up the first clause, so that it waits too. */
  async function aBotIfAny({ needs }: Probe): Promise<void> {
    if (needs.includes('bot')) finding ??= parts.findBot();
    await finding;
  }

  async function ownOf(probe: Probe, turn: number): Promise<ProbeOwn | Stopped> {
    const workspace = await workspaceOf(probe, turn);
    if ('stopped' in workspace) return workspace;
    const own = { turn, bot: '', tokens: workspace.tokens, bots: {} };
    if (!probe.needs.includes('bot')) return own;
    const found = await botIn(workspace, turn);
    return 'because' in found ? { stopped: found.because } : { ...own, bot: found.bot };
  }

  async function botIn({ tokens, botId }: { tokens: Secrets; botId?: string }, turn: number): Promise<FoundBot> {
    const token = tokens[placeholders.workspace];
    if (botId !== undefined) return { bot: botId };
    return token === undefined ? parts.findBot() : parts.findBotOf(token, turn);
  }

  async function workspaceOf(probe: Probe, turn: number): Promise<{ tokens: Secrets; botId?: string } | Stopped> {
    if (probe.workspace === undefined) return { tokens: {} };
    const outcome = await parts.makeWorkspace(probe.workspace, turn);
    if (outcome.is === 'failed') return { stopped: outcome.because };
    const { token, botId } = outcome.workspace;
    return { tokens: { [placeholders.workspace]: token }, ...(botId === undefined ? {} : { botId }) };
  }

  let listings = 0;
  async function idsListedFor(token: string, turn: number): Promise<readonly string[]> {
    const own = { turn, bot: '', tokens: { [placeholders.workspace]: token }, bots: {} };
    listings += 1;
    const probe = { ...listBots('workspace'), name: `list bots of workspace ${listings}` };
    const [listed] = (await sendProbe(probe, async () => own, parts)).seen;
    return listed === undefined ? [] : botIdsIn(listed);
  }

  async function gather(probe: Probe, turn = turnOf(probe)): Promise<Evidence> {
    if (probe !== botList) await aBotIfAny(probe);
    const gathered = await sendProbe(probe, () => ownOf(probe, turn), parts);
    const silent = gathered.seen.find((exchange) => weatherOf(exchange, true).is === 'silence');
    return silent === undefined ? gathered : { ...gathered, ...(await fenceFor(silent, turn)) };
  }

  /**
   * Another operation, to tell an operation that hangs from a target that is gone. It is asked anew after each silence:
   * that it answered earlier says nothing of a target that has gone since.
   */
  async function fenceFor(silent: Exchange, turn: number): Promise<{ readonly fence?: Exchange }> {
    for (const probe of fences.filter(({ operation }) => operation !== silent.operation)) {
      const name = `${probe.list.name} after ${silent.id}`;
      const own = { turn, bot: '', tokens: {}, bots: {} };
      const [fence] = (await sendProbe({ ...probe.list, name }, async () => own, parts)).seen;
      if (fence !== undefined && isWhole(fence)) return { fence };
    }
    return {};
  }

  async function decide(check: Check): Promise<Judged & { readonly evidence: Evidence }> {
    const lacking = lackingNeed(check.probe.needs, options);
    if (lacking !== undefined)
      return { evidence: nothing, verdict: { is: 'notApplicable', because: lacking }, mismatches: [] };
    const twin = check.twin === undefined ? undefined : await verdictOf(check.twin);
    if (twin !== undefined && twin.is !== 'pass')
      return { evidence: nothing, ...(await judgeEvidence(check, nothing, twin)) };
    const gathered = await evidence(check.probe);
    return { evidence: gathered, ...(await judgeEvidence(check, gathered, twin)) };
  }

  async function verdictOf(id: string): Promise<Verdict> {
    const check = byId.get(id);
    if (check === undefined) throw new Error(`no check has the id ${id}, which is named as a twin`);
    return (await verdicts(check)).verdict;
  }

  return {
    judge: async (check) => {
      turnOf(check.probe);
      const finding = findingOf(check, await verdicts(check));
      if (!signal.aborted) emit({ is: 'finding', finding });
      return finding;
    },
    observe: async ({ probe }) => {
      if (lackingNeed(probe.needs, options) === undefined) await evidence(probe);
    },
    creditsLeft: () => parts.budget.left(),
    ask: (probe) => gather(probe, Number.MAX_SAFE_INTEGER),
    findBot,
    close,
  };
}

/** Steps of a probe that would be under way by itself at the end of the run, had it to wait for its place. */
const longChain = 20;
/** It begins when this part of what stands before it has. */
const longChainsBegin = 8;

/** Making an account is work for a target that people share: never dozens at a time. */
const mostProvisioningAtOnce = 4;

const nothing: Evidence = { seen: [], judges402: [] };

function partsOf(
  options: EngineOptions,
  emit: (event: JournalEvent) => void,
  signal: AbortSignal,
): Omit<ProberParts, 'findBot' | 'findBotOf'> & { readonly close: () => Promise<void> } {
  const transport = createTransport(options);
  const secrets = secretsOf(options);
  const sender = createSender({
    target: options.target,
    timeoutMs: options.timeoutMs,
    extraHeaders: options.headers,
    secrets: { ...secrets, ...nearMissesOf(secrets) },
    transport,
    signal,
  });
  const provisioning = createGate(Math.min(options.concurrency, mostProvisioningAtOnce), signal);
  return {
    seed: options.seed,
    sender,
    gate: createGate(options.concurrency, signal),
    hangs: createHangs(),
    budget: createBudget(options.maxCredits),
    signal,
    record: (exchange) => emit({ is: 'exchange', exchange }),
    makeWorkspace: async (workspace, turn) => {
      const outcome = await provisioning.through({ turn, group: 1, alone: false }, () =>
        provision(options.provisioner ?? '', workspace, signal),
      );
      return outcome.is === 'made' ? outcome : { is: 'failed', because: sender.mask(outcome.because) };
    },
    close: () => transport.close(),
  };
}

function findingOf(check: Check, { verdict, mismatches, evidence }: Judged & { readonly evidence: Evidence }): Finding {
  const shown = [...evidence.seen, ...(evidence.fence === undefined ? [] : [evidence.fence])];
  const decisive = evidence.seen.at(-1);
  return {
    check: check.id,
    clause: check.clause,
    also: check.also,
    level: check.level,
    says: check.says,
    verdict,
    mismatches,
    exchanges: shown.map(({ id }) => id),
    reproduce: decisive === undefined ? '' : curlOf(decisive),
  };
}

function memoized<In, Out>(
  keyOf: (input: In) => string,
  make: (input: In) => Promise<Out>,
): (input: In) => Promise<Out> {
  const made = new Map<string, Promise<Out>>();
  return (input) => {
    const key = keyOf(input);
    const known = made.get(key) ?? make(input);
    made.set(key, known);
    return known;
  };
}

function once<Out>(make: () => Promise<Out>): () => Promise<Out> {
  let made: Promise<Out> | undefined;
  return () => (made ??= make());
}
