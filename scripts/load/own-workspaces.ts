import { provision } from '../../conformance/engine/provisioner/provision.ts';
import { placeholders } from '../../conformance/model/probe.ts';
import { isHttpUrl } from '../../conformance/reading/http-url.ts';
import { giveBack } from '../../conformance/engine/provisioner/give-back.ts';
import { createLeases } from '../../conformance/engine/provisioner/leases.ts';
import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { createTransport } from '../../conformance/http/transport.ts';
import type { Charging } from '../../load/evidence/charging.ts';
import { withoutSecrets } from '../input/known-secrets.ts';
import { learnToken } from '../input/ordinary-tokens.ts';
import type { Target } from '../input/target.ts';
import { leaseJournalFor, settled } from '../results/lease-journal.ts';
import type { ResultFolder } from '../results/result-folder.ts';
import { closingChats } from './closing-chats.ts';

/** A workspace that is used by nobody else, as what is measured is asked with it. */
type OwnWorkspace = { readonly token: string; readonly botId?: string };

/** What came of asking for one. */
type Made =
  | { readonly is: 'made'; readonly workspace: OwnWorkspace }
  | { readonly is: 'none'; readonly because: string };

/** The workspace that a run spends, the bot that it talks to, and what it was made with. */
type Spending = { readonly token: string; readonly botId: string; readonly ordered: number };

/** The workspaces that are made for a run, so that what it is charged can be told. */
export type OwnWorkspaces = {
  /** With so many credits. */
  readonly make: (credits: number) => Promise<Made>;
  /** How much of its credits is left, where no more than that should be. */
  readonly charging: (of: Spending, mostLeft: number) => Promise<Charging>;
  /** Gives them back; what is to be said where that does not go well. */
  readonly close: () => Promise<string | undefined>;
};

/** Where both are known, whoever names a provisioner on the command line wants to have it used. */
export function makesOwnWorkspaces({ token, target, provisioner }: Settings, flags: RawSettings): boolean {
  if (target === undefined || provisioner === undefined) return false;
  return token === undefined || typeof flags['provisioner'] === 'string';
}

/**
 * What is ordered for a run of so many credits. What is left when it goes as planned is spent afterwards to see that it
 * did: enough to notice some more charges before nothing is left, and no more than may be used up.
 */
export function creditsToOrder(planned: number, maxCredits: number = Infinity): number {
  return Math.min(planned + Math.min(100, Math.max(10, Math.ceil(planned / 50))), Math.max(planned, maxCredits));
}

const someMore = 20;
/** Of a run that was cut short much is left, and spending it all would be a run of its own. */
const mostClosing = 500;
/** Someone waits for it. */
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
      if (made.is === 'made') learnToken(placeholders.workspace, made.workspace.token);
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
      // Some more, to see how many were not charged that should have been.
      return { ordered, closing: await closingChats(asking, Math.min(mostLeft + someMore, mostClosing)) };
    },
    close: async () => {
      const said = settled(await leases.settle(), leaseJournal, folder.path);
      await transport.close();
      return said;
    },
  };
}
