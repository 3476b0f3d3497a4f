import { provision } from '../../conformance/engine/provisioner/provision.ts';
import { placeholders } from '../../conformance/model/probe.ts';
import { isHttpUrl } from '../../conformance/reading/http-url.ts';
import { giveBack } from '../../conformance/engine/provisioner/give-back.ts';
import { createLeases } from '../../conformance/engine/provisioner/leases.ts';
import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { createTransport } from '../../conformance/http/transport.ts';
import type { Charging } from '../../load/evidence/charging.ts';
import { withoutSecrets } from '../input/known-secrets.ts';
import { rememberWorkspaceToken } from '../input/ordinary-tokens.ts';
import type { Target } from '../input/target.ts';
import { leaseJournalFor, unreturnedMessage } from '../results/lease-journal.ts';
import type { ResultFolder } from '../results/result-folder.ts';
import { countCreditsLeft } from './closing-chats.ts';

/** A workspace that only the measured requests use. */
type OwnWorkspace = { readonly token: string; readonly botId?: string };

/** The result of asking for a workspace. */
type Made =
  | { readonly is: 'made'; readonly workspace: OwnWorkspace }
  | { readonly is: 'none'; readonly because: string };

/** The workspace whose credits a run spends, the bot that it talks to, and the credits that it was made with. */
type Spending = { readonly token: string; readonly botId: string; readonly ordered: number };

/** The workspaces that are made for a run, so that its charge is known. */
export type OwnWorkspaces = {
  /** Makes a workspace with this number of credits. */
  readonly make: (credits: number) => Promise<Made>;
  /** Finds out how many credits are left, where at most `mostLeft` should be. */
  readonly charging: (of: Spending, mostLeft: number) => Promise<Charging>;
  /** Gives the workspaces back; returns a message where that fails. */
  readonly close: () => Promise<string | undefined>;
};

/**
 * Whether to make a workspace. Where both a token and a provisioner are known, a provisioner on the command line takes
 * priority.
 */
export function makesOwnWorkspaces({ token, target, provisioner }: Settings, flags: RawSettings): boolean {
  if (target === undefined || provisioner === undefined) return false;
  return token === undefined || typeof flags['provisioner'] === 'string';
}

/**
 * The credits to order for a run that plans this many. The rest is spent after the run to check the charge: enough to
 * notice some excess charges before nothing is left, and no more than may be used up.
 */
export function creditsToOrder(planned: number, maxCredits: number = Infinity): number {
  return Math.min(planned + Math.min(100, Math.max(10, Math.ceil(planned / 50))), Math.max(planned, maxCredits));
}

const someMore = 20;
/**
 * Most chats after a run. A run that was cut short leaves many credits, and spending all of them would be a run of its
 * own.
 */
const mostClosing = 500;
/** Longest time in milliseconds for the chats after a run, because the user waits for it. */
const longestClosingMs = 120_000;

type Parts = {
  readonly settings: Settings;
  readonly target: Target;
  readonly folder: ResultFolder;
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
};

export function ownWorkspaces({ settings, target, folder, ca, signal }: Parts): OwnWorkspaces {
  const { provisioner = '' } = target;
  const transport = createTransport({ ca, http2: false });
  const through = isHttpUrl(provisioner) ? { dispatcher: transport.dispatcherTo(provisioner) } : {};
  const mask = withoutSecrets;
  const leaseJournal = leaseJournalFor(folder, target, ca);
  const leases = createLeases({
    make: async (workspace, until) => {
      const made = await provision(provisioner, workspace, until, { mask, ...through });
      if (made.is === 'made') rememberWorkspaceToken(placeholders.workspace, made.workspace.token);
      return made;
    },
    giveBack: (token, until) => giveBack(provisioner, token, until, { mask, ...through }),
    own: [target.token, target.otherToken, target.spentToken],
    memory: leaseJournal ?? { made: () => undefined, taken: () => undefined },
    signal,
  });
  return {
    make: async (credits) => {
      const made = await leases.lease({ kind: 'credit-balance', credits });
      return made.is === 'made' ? made : { is: 'none', because: made.because };
    },
    charging: async ({ ordered, ...of }, mostLeft) => {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(longestClosingMs)]);
      const asking = { transport, settings, url: target.url, ...of, signal: inTime };
      // Some more chats, to count the requests that should have been charged and were not.
      return { ordered, closing: await countCreditsLeft(asking, Math.min(mostLeft + someMore, mostClosing)) };
    },
    close: async () => {
      const said = unreturnedMessage(await leases.settle(), leaseJournal, folder.path);
      await transport.close();
      return said;
    },
  };
}
