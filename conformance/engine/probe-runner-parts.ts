import type { Reservation } from './credit-budget.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { Exchange } from '../model/exchange.ts';
import { requestIdOf } from '../model/exchange-id.ts';
import type { ProbeResult } from './judging/judge.ts';
import type { chatsKey } from './learned-refusals.ts';
import { nonceOf } from '../model/nonce.ts';
import type { Call, JudgedOutcomes, StepInputs, Probe, Proof, Secrets, Workspace } from '../model/probe.ts';
import type { ProvisionOutcome } from './provisioner/provision.ts';
import type { Connection } from '../http/transport.ts';
import type { FoundBot, KnownBot } from '../model/known-bot.ts';
import type { Reason } from '../model/run.ts';

/** What every step of a run may build its requests from. */
export type Basis = { readonly seed: number; readonly given: Pick<StepInputs, 'credentials' | 'otherBot'> };

/** How the probes of a run reach the target, or its recorded answers; everything else is the same for both. */
export type ProbeRunnerParts = {
  readonly seed: number;
  /** The result folder, as findings name it. */
  readonly folder?: string | undefined;
  readonly given: Basis['given'];
  /** Reserves what a probe can use up, or says why it is not sent. */
  readonly reserve: (probe: Probe, turn: number) => Promise<Reservation | Stopped>;
  /** Sends a probe when there is a slot for it. */
  readonly whenSlotFree: (probe: Probe, turn: number, send: () => Promise<ProbeResult>) => Promise<ProbeResult>;
  /** Why no call of this kind is sent any more; undefined where it is sent. */
  readonly reasonToSkip: (call: Call) => Reason | undefined;
  /** One attempt of a call, or why it is not sent at all. */
  readonly attempt: (sending: Sending, attempt: number, connection: Connection) => Promise<Exchange | Reason>;
  /** Whether another attempt follows this one. */
  readonly mayRetry: (exchange: Exchange, sending: Sending) => boolean;
  /** Why nothing can be judged by an exchange, where the run's own token had ended by then; else undefined. */
  readonly reasonNotToJudge: (exchange: Exchange) => Reason | undefined;
  /** Learns the refusal for an empty balance, which a proof has shown. */
  readonly learn: (proof: Proof | typeof chatsKey, seen: readonly Exchange[]) => void;
  /** True for a refusal that is known to be for an empty balance: its probe need not be begun anew. */
  readonly isRefusal: (exchange: Exchange) => boolean;
  readonly record: (exchange: Exchange) => void;
  readonly note: (entry: JournalEntry) => void;
  /** A text without the secrets known so far. */
  readonly mask: (text: string) => string;
  readonly makeWorkspace: (order: WorkspaceOrder) => Promise<ProvisionOutcome>;
  /** Gives back the workspace of this token, which is not needed any more. */
  readonly giveBack: (token: string) => void;
  readonly findBot: () => Promise<FoundBot>;
  readonly findBotOf: FindWorkspaceBot;
};

/** Finds a bot for a fresh workspace whose provisioner names none. */
export type FindWorkspaceBot = (token: string, turn: number) => Promise<FoundBot>;

/** What all probes of a run share. Bots are not part of it, as probes find them. */
export type SharedParts = Omit<ProbeRunnerParts, 'findBot' | 'findBotOf'>;

/** A workspace that a probe needs; `name` is empty where the probe has only one. */
export type WorkspaceOrder = {
  readonly workspace: Workspace;
  readonly probe: string;
  readonly name: string;
  readonly turn: number;
  readonly needsBot: boolean;
};

/**
 * What belongs to one probe: its turn, its bot, and the workspaces made for it, their tokens by placeholder and their
 * bots by name.
 */
export type ProbeContext = {
  readonly turn: number;
  readonly bot: KnownBot;
  readonly tokens: Secrets;
  readonly bots: Readonly<Record<string, KnownBot>>;
};

/** What the next step of a probe may build its requests from. */
export function stepInputsFor(
  probe: Probe,
  own: ProbeContext,
  seen: readonly Exchange[],
  { seed, given }: Basis,
): StepInputs {
  return {
    ...given,
    bot: own.bot.bot,
    bots: Object.fromEntries(Object.entries(own.bots).map(([name, { bot }]) => [name, bot])),
    seen,
    nonce: (label) => nonceOf(seed, probe.name, label),
  };
}

export type Stopped = { readonly stopped: Reason };

/** The outcome of one call. */
export type CallOutcome = {
  readonly exchange: Exchange;
  /** Earlier attempts whose failure this outcome does not excuse. */
  readonly unrecoverable: readonly Exchange[];
  /** What the call judges besides ordinary answers. */
  readonly judges?: JudgedOutcomes;
};

/** One call of a probe with everything that is needed to send it. */
export type Sending = {
  readonly call: Call;
  /** The call as it is recorded. */
  readonly asRecorded: Call;
  readonly probe: Probe;
  /** Which call of its probe it is, from 1 on. */
  readonly place: number;
  readonly own: ProbeContext;
  readonly reservation: Reservation;
  readonly group: number;
};

/** The `requestIdOf` of its exchange, the same for every attempt. */
export function requestIdOfSending({ probe, place }: Pick<Sending, 'probe' | 'place'>): string {
  return requestIdOf({ probe: probe.name, place });
}
