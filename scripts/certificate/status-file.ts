import type { KeyObject } from 'node:crypto';
import { lstatSync } from 'node:fs';
import type { ListedStatus, StatusList } from '../../conformance/contract/formats/status.ts';
import { withStatusRow } from '../../conformance/evidence/basis.ts';
import { certificateFile } from '../../conformance/evidence/bundle.ts';
import type { Problem } from '../../conformance/evidence/problem.ts';
import { statusAt } from '../../conformance/evidence/status/next-status.ts';
import { readStatusList } from '../../conformance/evidence/status/status-list.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readText } from '../reading/read-text.ts';
import { UsageError } from '../errors/usage-error.ts';
import { digestOf } from './read-bundle.ts';
import type { Verification } from './verify-bundle.ts';

/** The list of a registry's folder. */
export const statusFile = 'status.json';

/**
 * The list in a file, by the first of these keys that has signed it; undefined where there is no file. Throws a UsageError
 * where none has: what cannot be believed is neither shown nor written over.
 */
export function readStatusFile(path: string, keys: readonly KeyObject[]): StatusList | undefined {
  // A link to nowhere is no list that was not begun: what it revoked would be forgotten.
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  const text = readText({ path, as: '--status' }, fileBounds.jsonBytes);
  let because = '';
  for (const key of keys) {
    const read = readStatusList(text, key);
    if (read.is === 'read') return read.list;
    because = read.because;
  }
  throw new UsageError(
    `${path} is no valid status list: ${because}; give the key of whoever keeps it, or name another file`,
  );
}

/** What a list says of the certificate of a bundle at a time; undefined where it names none such. */
async function listedStatus(list: StatusList, bundle: string, at: string): Promise<ListedStatus | undefined> {
  const { sha256: certificate } = await digestOf(bundle, certificateFile);
  const entry = list.certificates.find((each) => each.certificate === certificate);
  if (entry === undefined) return undefined;
  const { since, history } = entry;
  return { ...statusAt(entry, at), since, history, issuedAt: list.issuedAt };
}

/**
 * A certificate as it stands by the list in that file, for `verify` and the page alike. One that the list does not name
 * cannot be judged: else a service that was revoked would be valid by an older bundle that was put beside.
 */
export async function standingBy(
  verification: Verification,
  {
    list,
    file,
    bundle,
    at,
  }: { readonly list: StatusList; readonly file: string; readonly bundle: string; readonly at: string },
): Promise<Verification & { readonly status?: ListedStatus }> {
  const status = await listedStatus(list, bundle, at);
  if (status !== undefined) return withStatus(verification, list, status, at);
  const says = `the status list ${file} does not list this certificate; assay recheck adds it`;
  return withProblems(verification, [{ code: 2, says }]);
}

/** A certificate as it stands by a list at that time: one that is over, or of which an old list speaks, is valid no longer. */
function withStatus(
  verification: Verification,
  list: StatusList,
  status: ListedStatus,
  at: string,
): Verification & { readonly status: ListedStatus } {
  const isOver = status.is === 'revoked' || status.is === 'expired';
  const flaws: readonly Problem[] = [
    ...(isOver ? [{ code: 1, says: `it is ${status.is} by the status list: ${status.because}` } as const] : []),
    ...(at > list.nextUpdate
      ? [
          {
            code: 2,
            says: `its status list is of ${list.issuedAt}, and the next was due by ${list.nextUpdate}`,
          } as const,
        ]
      : []),
  ];
  const { basis, ...stands } = withProblems(verification, flaws);
  return { ...stands, ...(basis && { basis: withStatusRow(basis, status) }), status };
}

/** What more is wrong with a certificate, which then rests on nothing. */
function withProblems(verification: Verification, more: readonly Problem[]): Verification {
  if (more.length === 0) return verification;
  const { basis: _, ...rest } = verification;
  return { ...rest, problems: [...verification.problems, ...more] };
}
