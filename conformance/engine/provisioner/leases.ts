import type { Workspace } from '../../model/probe.ts';
import { madeTooLate, type ProvisionOutcome } from './provision.ts';
import { createReturns } from './returns.ts';

/** The workspaces that a provisioner makes for a run and, where it says that it deletes, takes back. */
export type Leases = {
  readonly lease: (workspace: Workspace) => Promise<ProvisionOutcome>;
  /** The probe that the workspace was made for does not need it any more. */
  readonly giveBack: (token: string) => void;
  /** Gives back all workspaces that are left, within a time limit, and a shorter one once the run was interrupted. */
  readonly settle: () => Promise<ReturnedWorkspaces>;
};

/** What became of the workspaces that a provisioner takes back. */
export type ReturnedWorkspaces = { readonly total: number; readonly left: number; readonly because?: string };

/** Notes what is not given back yet, in case this process does not live to do it. */
export type LeaseJournal = { readonly made: (token: string) => void; readonly taken: (token: string) => void };

type Parts = {
  readonly make: (workspace: Workspace, signal: AbortSignal) => Promise<ProvisionOutcome>;
  /** Gives a workspace back; returns the reason where it was not taken. */
  readonly giveBack: (token: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Tokens that the user gave: whatever a provisioner answers, their workspaces are not its to delete. */
  readonly own: readonly (string | undefined)[];
  readonly memory: LeaseJournal;
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal;
};

/**
 * Time for workspaces that are being made when the run is interrupted: before they have a token they cannot be given
 * back.
 */
const graceMs = 1_500;
/** Time for giving workspaces back after an interruption: reports are written and the process is gone within 5 s. */
const interruptedMs = 2_500;
/** Longest time for giving workspaces back at the end of a run that went well. */
const settleMs = 60_000;

export function createLeases({ make, giveBack, own, memory, signal }: Parts): Leases {
  const mine = new Set(own);
  /** How many probes hold each token: a provisioner may answer the same token twice. */
  const held = new Map<string, number>();
  /** Tokens from before the provisioner said that it deletes: of several requests at once any may be answered first. */
  const unsaid = new Set<string>();
  const underWay = new Set<Promise<unknown>>();
  const [late, over] = [new AbortController(), new AbortController()];
  const timers: NodeJS.Timeout[] = [];
  /** Whether the provisioner deletes workspaces; unknown before its first answer. */
  let deletes: boolean | undefined;
  let [leased, left] = [0, 0];

  const returns = createReturns({
    giveBack: (token) => giveBack(token, over.signal),
    taken: (token) => {
      left -= 1;
      memory.taken(token);
    },
    over: over.signal,
  });
  const onInterruption = (): void => {
    const waitMs = deletes === false ? 0 : graceMs;
    timers.push(
      setTimeout(() => late.abort(signal.reason), waitMs),
      setTimeout(() => over.abort(), interruptedMs),
    );
  };
  if (signal.aborted) onInterruption();
  else signal.addEventListener('abort', onInterruption, { once: true });

  const noteLease = (token: string): void => {
    leased += 1;
    left += 1;
    memory.made(token);
  };
  const learn = (says: boolean): void => {
    const isNew = says && deletes !== true;
    deletes = says || deletes === true;
    if (!isNew) return;
    for (const token of unsaid) {
      noteLease(token);
      if (!held.has(token)) returns.add(token);
    }
    unsaid.clear();
  };
  const note = (outcome: ProvisionOutcome): ProvisionOutcome => {
    if (outcome.is === 'failed') return outcome;
    const { token } = outcome.workspace;
    learn(outcome.deletes === true);
    if (mine.has(token)) return outcome;
    const holders = held.get(token) ?? 0;
    held.set(token, holders + 1);
    if (deletes !== true) unsaid.add(token);
    else if (holders === 0) noteLease(token);
    return outcome;
  };
  return {
    lease: async (workspace) => {
      if (signal.aborted) return madeTooLate(signal);
      const making = make(workspace, late.signal).then(note);
      underWay.add(making);
      const done = making.finally(() => underWay.delete(making));
      return unless(signal, done);
    },
    giveBack: (token) => {
      const holders = held.get(token) ?? 0;
      if (holders > 1) held.set(token, holders - 1);
      else if (held.delete(token) && deletes === true) returns.add(token);
    },
    settle: async () => {
      timers.push(
        setTimeout(() => late.abort(), graceMs),
        setTimeout(() => over.abort(), settleMs),
      );
      await Promise.allSettled(underWay);
      for (const token of deletes === true ? held.keys() : []) returns.add(token);
      held.clear();
      const because = await returns.settle();
      signal.removeEventListener('abort', onInterruption);
      timers.forEach(clearTimeout);
      return { total: leased, left, ...(because === undefined ? {} : { because }) };
    },
  };
}

/** The outcome, unless the run is interrupted before: then nobody waits for it. */
async function unless(signal: AbortSignal, making: Promise<ProvisionOutcome>): Promise<ProvisionOutcome> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(madeTooLate(signal));
    signal.addEventListener('abort', stop, { once: true });
    void making.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
