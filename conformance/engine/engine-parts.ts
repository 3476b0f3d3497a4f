import { setTimeout as sleep } from 'node:timers/promises';
import { createBudget, type Budget } from './credit-budget.ts';
import type { Earlier } from './resumed-run.ts';
import type { Exchange } from '../model/exchange.ts';
import { createSendQueue } from './pacing/send-queue.ts';
import { createThrottle, fixedCapacity } from './pacing/throttle.ts';
import { createWaitNotices } from './pacing/wait-notices.ts';
import { createHangBreaker } from './pacing/hang-breaker.ts';
import { liveCalls } from './live-calls.ts';
import { sendTokenProbe, tokenProbes } from './token-probe.ts';
import { createOutageBreaker } from './pacing/outage-breaker.ts';
import { once } from './memoize.ts';
import { credentialsIn, type Credentials } from '../model/credentials.ts';
import { mutatedTokensOf } from '../model/mutated-tokens.ts';
import { placeholders } from '../model/probe.ts';
import type { ProbeRunnerParts, SharedParts } from './probe-runner-parts.ts';
import { createProvisionerRetry } from './provisioner/provisioner-retry.ts';
import { provision } from './provisioner/provision.ts';
import { isProvisionerUrl } from './provisioner/ask.ts';
import { giveBack } from './provisioner/give-back.ts';
import { createLeases, type GivenBack, type LeaseJournal, type Leases } from './provisioner/leases.ts';
import { secretsOf } from '../http/masking/secrets.ts';
import { createSender, type Sender } from './sender.ts';
import { createBodyBudget, type BodyBudget } from '../http/bounds/body-budget.ts';
import { createTransport, type Transport } from '../http/transport.ts';
import { createLateness } from './token/lateness.ts';
import { createTokenWatch } from './token/token-watch.ts';

/** What a run is made with; every part of it is data. */
export type EngineOptions = Credentials & {
  /** The base URL without `/v1` and without a slash at its end. */
  readonly target: string;
  readonly bot?: string | undefined;
  /** The bot that the other token talks to. */
  readonly otherBot?: string | undefined;
  readonly seed: number;
  /** Where the results go, as findings name it. */
  readonly folder?: string | undefined;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly maxCredits?: number | undefined;
  /** The cap of a run that was given none: what it has said that it costs at most. */
  readonly ownCap?: number | undefined;
  readonly headers: readonly (readonly [string, string])[];
  /** PEM text of a certificate authority to trust. */
  readonly ca?: string | undefined;
  readonly http2: boolean;
  /** How much is kept of all bodies, where that is less than of a run that is judged. */
  readonly runBytes?: number;
  /** What the target was asked before this engine was made, and is kept: judged where all answers of a run are. */
  readonly first?: readonly Exchange[];
  /** Told of each exchange as it came, secrets and all: to be judged, and never kept. */
  readonly heard?: (exchange: Exchange) => void;
  /** Told in a line of each long wait that the target causes, as it begins, and for how long it is. */
  readonly tellWait?: (line: string, waitMs: number) => void;
  /** What earlier parts of the same run have left. */
  readonly earlier?: Earlier | undefined;
  /** Told of each token that a provisioner has made, by the name that stands for it. */
  readonly learnt?: (name: string, token: string) => void;
  /** Told of each workspace that its provisioner takes back, and of each that it took. */
  readonly leaseJournal?: LeaseJournal;
};

/** Making an account is work for a target that people share: never dozens at a time. */
const mostProvisioningAtOnce = 4;

/** Where what happens is kept. */
type Keeping = Pick<ProbeRunnerParts, 'record' | 'note'>;

/** What a sender has to know of a run. */
export type SenderSettings = Pick<
  EngineOptions,
  'target' | 'token' | 'otherToken' | 'spentToken' | 'timeoutMs' | 'headers'
>;

export function senderFor(options: SenderSettings, transport: Transport, signal: AbortSignal): Sender {
  const { target, timeoutMs, headers: extraHeaders } = options;
  const own = secretsOf(options);
  const secrets = { ...own, ...mutatedTokensOf(own) };
  return createSender({ target, timeoutMs, extraHeaders, secrets, transport, signal });
}

/** The parts of a run that sends. */
export function partsOf(
  options: EngineOptions,
  keeping: Keeping,
  signal: AbortSignal,
): SharedParts & { readonly budget: Budget; readonly bodies: BodyBudget; readonly close: () => Promise<GivenBack> } {
  const bodies = createBodyBudget(options.runBytes);
  const transport = createTransport({ ...options, longestBytes: bodies.longestBytes, underWay: bodies.underWay });
  const sender = senderFor(options, transport, signal);
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
      noteWait: createWaitNotices(tellWait),
      lateness,
      budget,
      ownToken: createTokenWatch({
        look: () => sendTokenProbe(nextTokenProbe(), { sender, queue, record: keeping.record }, signal),
        ended: keeping.note,
        first: options.first ?? [],
      }),
      isCapGiven: options.maxCredits !== undefined,
      signal,
    }),
    ...keeping,
    mask: sender.mask,
    makeWorkspace: async ({ workspace, turn }) => {
      const made = await provisioning.through({ turn, group: 1, alone: false }, () => leases.lease(workspace));
      // The end of the run ends it; what comes of that is said of the request.
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
  // Not before it is asked: most runs of a few checks make no workspace, and this thread sends nothing else.
  const through = () => (isProvisionerUrl(provisioner) ? { dispatcher: transport.dispatcherTo(provisioner) } : {});
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
