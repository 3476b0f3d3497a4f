import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LeaseLine } from '../../conformance/contract/formats/workspaces.ts';
import type { ReturnedWorkspaces, LeaseJournal } from '../../conformance/engine/provisioner/leases.ts';
import { thisProcess } from './is-running.ts';
import { unreturnedText } from './unreturned-text.ts';
import { endLastLine } from '../reading/end-last-line.ts';
import { leaseFile } from './result-files.ts';
import type { ResultFolder } from './result-folder.ts';
import { forgetKey, newKey, seal, type SealKey } from './seal.ts';

/** What is needed to give workspaces back. */
export type ReturnSettings = { readonly provisioner: string; readonly ca?: string | undefined; readonly cwd: string };

/** The journal of borrowed workspaces; undefined where there is no provisioner, or it ends with this process. */
export function leaseJournalFor(
  folder: ResultFolder,
  { provisioner, embedded }: { readonly provisioner: string | undefined; readonly embedded: boolean },
  ca: string | undefined,
): LeaseJournalFile | undefined {
  return provisioner === undefined || embedded
    ? undefined
    : openLeaseJournal(folder, { provisioner, ca, cwd: process.cwd() });
}

/** The message at the end of a run about workspaces that are left, if any. */
export function unreturnedMessage(
  given: ReturnedWorkspaces,
  leaseJournal: LeaseJournalFile | undefined,
  path: string,
): string | undefined {
  if (given.left === 0) leaseJournal?.forget();
  return unreturnedText(given, leaseJournal?.isKept() === true ? path : undefined);
}

/** `forget`: everything was given back. `isKept`: the remaining ones are recorded. */
type LeaseJournalFile = LeaseJournal & { readonly forget: () => void; readonly isKept: () => boolean };

/**
 * Records in a result folder which workspaces are not given back yet, in case this process is killed. The record is
 * sealed, since tokens and the provisioner are secrets. A run goes on where it cannot be kept.
 */
export function openLeaseJournal(
  folder: ResultFolder,
  lender: ReturnSettings,
  env: NodeJS.ProcessEnv = process.env,
): LeaseJournalFile {
  const numbers = new Map<string, number>();
  const file = join(folder.path, leaseFile);
  let made = 0;
  let key: SealKey | undefined;
  let [isBroken, isShared] = [false, false];

  const append = (line: LeaseLine): void => folder.append(leaseFile, JSON.stringify(line));
  const begin = (): SealKey => {
    // Workspaces that an earlier run left stay at the start of the file.
    isShared = existsSync(file);
    if (isShared) endLastLine(file);
    key = newKey(env);
    append({
      schema: 'assay.workspaces/1',
      key: key.id,
      ...thisProcess(),
      sealed: seal(JSON.stringify(lender), key),
    });
    return key;
  };
  const keep = (line: (key: SealKey) => LeaseLine): void => {
    if (isBroken) return;
    try {
      append(line(key ?? begin()));
    } catch {
      isBroken = true;
    }
  };
  return {
    made: (token) => {
      made += 1;
      numbers.set(token, made);
      keep((by) => ({ made, sealed: seal(token, by) }));
    },
    taken: (token) => {
      const givenBack = numbers.get(token);
      numbers.delete(token);
      if (givenBack !== undefined) keep(() => ({ givenBack }));
    },
    forget: () => {
      if (key === undefined) return;
      if (!isShared) rmSync(file, { force: true });
      forgetKey(key, env);
    },
    isKept: () => key !== undefined && !isBroken,
  };
}
