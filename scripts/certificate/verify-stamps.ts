import type { X509Certificate } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { certificateFile, certifiedFile, openedFile } from '../../conformance/evidence/bundle.ts';
import type { Problem } from '../../conformance/evidence/problem.ts';
import type { Statement } from '../../conformance/evidence/statement.ts';
import { openingMessage, seedAfter, timeProblems } from '../../conformance/evidence/stamps/opening.ts';
import type { Stamps } from '../../conformance/evidence/stamps/stamped.ts';
import type { Run } from '../../conformance/model/run.ts';
import { readBytes } from '../reading/read-bytes.ts';

/** The result of reading the timestamps of a certificate. */
type StampsRead = { readonly problems: readonly Problem[]; readonly stamps?: Stamps };

/** `trusted`: certificates of the authorities that the verifier trusts, if given. */
export async function stampsOf(
  path: string,
  { predicate }: Statement,
  run: Run,
  trusted: readonly X509Certificate[] | undefined,
): Promise<StampsRead> {
  const { opening, validity } = predicate.assay;
  const isThere = existsSync(join(path, certifiedFile));
  if (opening === undefined && isThere)
    return refused(`${certifiedFile} is there, and the certificate names no timestamp`);
  if (opening === undefined)
    return trusted === undefined
      ? { problems: [] }
      : refused('it has no timestamps, and --timestamp-ca asks for them: its exchanges may be of any time');
  if (!isThere) return refused(`${certifiedFile} is missing: the certificate says that it was timestamped`);
  // Loaded only when needed: few certificates have timestamps.
  const { readStamp, maxStampBytes } = await import('../../conformance/evidence/stamps/read-stamp.ts');
  // A timestamp that is too long is reported as a problem, so that the command goes on to the other bundles.
  const long = [openedFile, certifiedFile].find((file) => statSync(join(path, file)).size > maxStampBytes);
  if (long !== undefined) return refused(`${long}: it is longer than ${maxStampBytes} bytes`);
  const bytesOf = (file: string, most: number): Uint8Array => readBytes({ path: join(path, file) }, { most });
  const [opened, certified] = [
    await readStamp(bytesOf(openedFile, maxStampBytes), { message: openingMessage(opening), trusted }),
    await readStamp(bytesOf(certifiedFile, maxStampBytes), {
      message: bytesOf(certificateFile, longestCertificateBytes),
      trusted,
    }),
  ];
  if (opened.is === 'refused') return refused(`${openedFile}: ${opened.because}`);
  if (certified.is === 'refused') return refused(`${certifiedFile}: ${certified.because}`);
  const stamps = { opened: opened.stamp, certified: certified.stamp };
  const { startedAt, endedAt } = run;
  return { stamps, problems: timeProblems({ startedAt, endedAt, notBefore: validity.notBefore }, stamps) };
}

const longestCertificateBytes = 1024 * 1024;

function refused(says: string): StampsRead {
  return { problems: [{ code: 1, says }] };
}

/** The seed derived from the first timestamp; undefined where there is none. */
export function seedOfOpeningStamp({ subject, predicate }: Statement): number | undefined {
  const { opening } = predicate.assay;
  const stamp = subject.find(({ name }) => name === openedFile);
  return opening === undefined || stamp === undefined ? undefined : seedAfter(opening, stamp.digest.sha256);
}

/** What is wrong with the message of the first timestamp, or with the seed drawn from it. */
export function openingFlaw(statement: Statement, seed: number): string | undefined {
  const { opening, challenge } = statement.predicate.assay;
  const wanted = seedOfOpeningStamp(statement);
  if (wanted === undefined) return undefined;
  if (challenge !== undefined && challenge !== opening)
    return `it was opened by a timestamp over ${opening}, and not over its challenge ${challenge}`;
  if (challenge !== undefined || seed === wanted) return undefined;
  return `its requests do not follow from its first timestamp: that gives the seed ${wanted}, and they were drawn from ${seed}`;
}
