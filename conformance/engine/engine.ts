import type { Check } from '../model/check.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { EarlierParts } from './resumed-run.ts';
import { maskedExchange, type Exchange } from '../model/exchange.ts';
import { type Credentials, credentialsIn } from '../model/credentials.ts';
import type { SharedParts, ProbeRunnerParts } from './probe-runner-parts.ts';
import { type ReturnedWorkspaces, createLeases, type LeaseJournal, type Leases } from './provisioner/leases.ts';
import { maskedReason } from './judging/masked-finding.ts';
import type { Finding } from '../model/run.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBudget, type Budget } from './credit-budget.ts';
import { createSendQueue } from './pacing/send-queue.ts';
import { createThrottle, fixedCapacity } from './pacing/throttle.ts';
import { createWaitNotices } from './pacing/wait-notices.ts';
import { createHangBreaker } from './pacing/hang-breaker.ts';
import { liveCalls } from './live-calls.ts';
import { sendTokenProbe, tokenProbes } from './token-probe.ts';
import { createNoServiceBreaker } from './pacing/no-service-breaker.ts';
import { createOutageBreaker } from './pacing/outage-breaker.ts';
import { once } from './memoize.ts';
import { mutatedTokensOf } from '../model/mutated-tokens.ts';
import { probeNameOf } from '../model/probe-names.ts';
import { placeholders } from '../model/probe.ts';
import { createProvisionerRetry } from './provisioner/provisioner-retry.ts';
import { provision } from './provisioner/provision.ts';
import { isHttpUrl } from '../reading/http-url.ts';
import { giveBack } from './provisioner/give-back.ts';
import { distinctiveInProvisioner } from '../http/masking/provisioner-secrets.ts';
import { secretsOf } from '../http/masking/secrets.ts';
import { createConnectionWatch } from './connection-probe.ts';
import { createSender, type Sender } from './sender.ts';
import { createBodyBudget, type BodyBudget } from '../http/bounds/body-budget.ts';
import { createTransport, type Transport } from '../http/transport.ts';
import { createLateness } from './token/lateness.ts';
import { createTokenWatch } from './token/token-watch.ts';
import { createJudge, type Judge } from './judge-check.ts';

/** What a run is made from; every part of it is data. */
export type EngineOptions = Credentials & {
  /** The base URL without `/v1` and without a slash at its end. */
  readonly target: string;
  readonly bot?: string | undefined;
  /** The bot that the other token talks to. */
  readonly otherBot?: string | undefined;
  readonly seed: number;
  /** The result folder, as findings name it. */
  readonly folder?: string | undefined;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly maxCredits?: number | undefined;
  /** The cap of a run that was given none: the most credits that it has announced. */
  readonly ownCap?: number | undefined;
  readonly headers: readonly (readonly [string, string])[];
  /** PEM text of a certificate authority to trust. */
  readonly ca?: string | undefined;
  readonly http2: boolean;
  /** How many bytes are kept of all bodies together, where that is less than in a run that is judged. */
  readonly runBytes?: number;
  /** Exchanges from before this engine was made: they are kept, and judged by the checks of every answer. */
  readonly first?: readonly Exchange[];
  /** Receives each exchange unmasked, to judge it; it must not be stored. */
  readonly heard?: (exchange: Exchange) => void;
  /** Receives a line about each long wait that the target causes, as the wait begins, and the length of the wait. */
  readonly tellWait?: (line: string, waitMs: number) => void;
  /** What earlier parts of the same run have left. */
  readonly earlier?: EarlierParts | undefined;
  /** Receives each token that a provisioner has made, with the placeholder that stands for it. */
  readonly learnt?: (name: string, token: string) => void;
  /** Notes each workspace that its provisioner takes back, and each that it has taken. */
  readonly leaseJournal?: LeaseJournal;
};

/** The events of a run, as they happen. */
export type JournalEvent =
  | { readonly is: 'exchange'; readonly exchange: Exchange }
  | { readonly is: 'finding'; readonly finding: Finding }
  | { readonly is: 'journalEntry'; readonly entry: JournalEntry };

export type Engine = Judge & {
  /** Credits that are neither used nor set aside; infinite without a cap. */
  readonly creditsLeft: () => number;
  /** A text without the secrets known so far. */
  readonly mask: (text: string) => string;
  /** Waits until all workspaces are given back, or given up; returns what became of them. */
  readonly close: () => Promise<ReturnedWorkspaces>;
};

/** `all` has every check, so that a control that was not selected is found too. Throws only for defects of assay. */
export function createEngine(
  options: EngineOptions,
  all: readonly Check[],
  emit: (event: JournalEvent) => void,
  signal: AbortSignal,
): Engine {
  const kept: Exchange[] = [];
  const asked = new Set<string>();
  const keep = (exchange: Exchange): void => {
    kept.push(exchange);
    const { response } = exchange;
    if (response.is === 'answer') bodies.keep(response.body.length + (response.onWire?.rest.length ?? 0));
  };
  const keeping = {
    record: (exchange: Exchange) => {
      // `fuzz` asks for many exchanges: they are not kept in memory.
      if (!asked.has(probeNameOf(exchange))) keep(exchange);
      options.heard?.(exchange);
      emit({ is: 'exchange', exchange: maskedExchange(exchange) });
    },
    note: (entry: JournalEntry) => emit({ is: 'journalEntry', entry: withoutSecrets(entry) }),
  };
  const { close, budget, bodies, ...shared } = partsOf(options, keeping, signal);
  const withoutSecrets = (entry: JournalEntry): JournalEntry =>
    'because' in entry ? { ...entry, ...maskedReason(entry, shared.mask) } : entry;
  const { earlier } = options;
  for (const exchange of earlier?.exchanges ?? []) keep(exchange);
  for (const exchange of options.first ?? []) keep(exchange);
  const judge = createJudge(options, { ...shared, earlier, recorded: () => kept, signal }, all);
  return {
    ...judge,
    ask: async (probe) => {
      asked.add(probe.name);
      try {
        return await judge.ask(probe);
      } finally {
        asked.delete(probe.name);
      }
    },
    judge: async (check) => {
      const finding = await judge.judge(check);
      if (!signal.aborted && earlier?.findings.has(check.id) !== true) emit({ is: 'finding', finding });
      return finding;
    },
    creditsLeft: () => budget.creditsLeft(),
    mask: shared.mask,
    close,
  };
}

/** Most workspaces that are made at the same time: to make an account costs a shared target much work. */
const mostProvisioningAtOnce = 4;

/** Receives the exchanges and entries of a run. */
type Keeping = Pick<ProbeRunnerParts, 'record' | 'note'>;

/** What a sender has to know of a run. */
export type SenderSettings = Pick<
  EngineOptions,
  'target' | 'token' | 'otherToken' | 'spentToken' | 'provisioner' | 'timeoutMs' | 'headers'
>;

export function senderFor(
  options: SenderSettings,
  transport: Transport,
  signal: AbortSignal,
  isSingle: () => boolean = () => false,
): Sender {
  const { target, timeoutMs, headers: extraHeaders } = options;
  const own = secretsOf(options);
  const secrets = { ...own, ...mutatedTokensOf(own) };
  const others = distinctiveInProvisioner(options.provisioner ?? '');
  return createSender({ target, timeoutMs, extraHeaders, secrets, others, transport, isSingle, signal });
}

/** The parts of a run that sends requests. */
function partsOf(
  options: EngineOptions,
  keeping: Keeping,
  signal: AbortSignal,
): SharedParts & {
  readonly budget: Budget;
  readonly bodies: BodyBudget;
  readonly close: () => Promise<ReturnedWorkspaces>;
} {
  const bodies = createBodyBudget(options.runBytes);
  const transport = createTransport({ ...options, longestBytes: bodies.maxBytes, underWay: bodies.underWay });
  const sender = senderFor(options, transport, signal, () => connections.isSingle());
  const leases = leasesOf(options, { transport, mask: sender.mask }, signal);
  const mostProvisioning = Math.min(options.concurrency, mostProvisioningAtOnce);
  const provisioning = createSendQueue(
    fixedCapacity(() => mostProvisioning),
    signal,
  );
  const throttle = createThrottle(options.concurrency, options.timeoutMs);
  const budget = createBudget(options.maxCredits ?? options.ownCap, options.earlier?.used);
  const queue = createSendQueue(throttle, signal);
  const tellWait = options.tellWait ?? (() => undefined);
  const lateness = createLateness(tellWait);
  const connections = createConnectionWatch({
    ...keeping,
    sender,
    isSingle: options.concurrency === 1,
    tell: tellWait,
    found: () => throttle.limitTo(1),
    taken: options.earlier?.names,
    signal,
  });
  const nextTokenProbe = tokenProbes(options.earlier?.names);
  return {
    seed: options.seed,
    folder: options.folder,
    given: {
      credentials: credentialsIn(options),
      ...(options.otherBot === undefined ? {} : { otherBot: options.otherBot }),
    },
    budget,
    bodies,
    ...liveCalls({
      sender,
      queue,
      throttle,
      metered: createSendQueue(
        fixedCapacity(() => 2 * throttle.size()),
        signal,
      ),
      hangBreaker: createHangBreaker(),
      outageBreaker: createOutageBreaker(),
      noService: createNoServiceBreaker(options.first),
      noteWait: createWaitNotices(tellWait),
      lateness,
      connections,
      budget,
      ownToken: createTokenWatch({
        look: () => sendTokenProbe(nextTokenProbe(), { sender, queue, record: keeping.record }, signal),
        pause: async (ms) => {
          throttle.pause(ms);
          // The end of the run ends the pause.
          await sleep(ms, undefined, { signal }).catch(() => undefined);
        },
        ended: keeping.note,
        tell: tellWait,
        first: options.first ?? [],
      }),
      isCapGiven: options.maxCredits !== undefined,
      signal,
    }),
    ...keeping,
    mask: sender.mask,
    makeWorkspace: async ({ workspace, turn }) => {
      const made = await provisioning.through({ turn, group: 1, alone: false }, () => leases.lease(workspace));
      // The end of the run ends the pause too; the request that follows then says why it was not sent.
      if (made.is === 'made') await sleep(lateness.waitMs(), undefined, { signal }).catch(() => undefined);
      return made;
    },
    giveBack: leases.giveBack,
    close: once(async () => {
      const givenBack = await leases.settle();
      await transport.close();
      return givenBack;
    }),
  };
}

function leasesOf(
  { provisioner = '', token, otherToken, spentToken, learnt, leaseJournal }: EngineOptions,
  { transport, mask }: { readonly transport: Transport; readonly mask: (text: string) => string },
  signal: AbortSignal,
): Leases {
  // The dispatcher is made only when the provisioner is asked: most runs of a few checks make no workspace, and another
  // thread sends the requests to the target.
  const through = () => (isHttpUrl(provisioner) ? { dispatcher: transport.dispatcherTo(provisioner) } : {});
  const retry = createProvisionerRetry();
  return createLeases({
    make: async (workspace, until) => {
      const made = await provision(provisioner, workspace, until, { mask, retry, ...through() });
      if (made.is === 'made') learnt?.(placeholders.workspace, made.workspace.token);
      return made;
    },
    giveBack: (workspaceToken, until) => giveBack(provisioner, workspaceToken, until, { mask, ...through() }),
    own: [token, otherToken, spentToken],
    memory: leaseJournal ?? { made: () => undefined, taken: () => undefined },
    signal,
  });
}
