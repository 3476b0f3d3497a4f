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

/** The name of the status list in a registry's folder. */
export const statusFile = 'status.json';

/**
 * The list in a file, verified with the first of these keys that signed it; undefined where there is no file. Throws a
 * UsageError where none signed it: an untrusted list is neither shown nor overwritten.
 */
export function readStatusFile(path: string, keys: readonly KeyObject[]): StatusList | undefined {
  // A dangling link is refused and not taken for a missing list, as its revocations would be lost.
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

/** What a list says of a bundle's certificate at a time; undefined where it does not name the certificate. */
async function listedStatus(list: StatusList, bundle: string, at: string): Promise<ListedStatus | undefined> {
  const { sha256: certificate } = await digestOf(bundle, certificateFile);
  const entry = list.certificates.find((each) => each.certificate === certificate);
  if (entry === undefined) return undefined;
  const { since, history } = entry;
  return { ...statusAt(entry, at), since, history, issuedAt: list.issuedAt };
}

/**
 * The status of a certificate by the list in that file, both for `verify` and for the page. A certificate that the list
 * does not name is not accepted: otherwise a revoked service could be valid by an older bundle put beside it.
 */
export async function withStatusFrom(
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

/**
 * The status of a certificate by a list at that time. It is not valid if it has ended, or if the list is out of date.
 */
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

/** Adds problems to a certificate, which then has no basis any more. */
function withProblems(verification: Verification, more: readonly Problem[]): Verification {
  if (more.length === 0) return verification;
  const { basis: _, ...rest } = verification;
  return { ...rest, problems: [...verification.problems, ...more] };
}
