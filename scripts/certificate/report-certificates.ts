import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { KeyObject, X509Certificate } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { certificateFile } from '../../conformance/evidence/bundle.ts';
import { isCertified, stateOf, stateWords, type VerifiedBundle } from '../../reports/certificate.ts';
import {
  badgeLabel,
  certifiedText,
  serviceBadges,
  type ServiceBadge,
} from '../../reports/html/registry/certificate-status.ts';
import { certificatesHtml } from '../../reports/html/registry/certificates.ts';
import { escapeControls } from '../../reports/text/visible.ts';
import { pluralize } from '../../reports/text/format.ts';
import { readPublicKey } from '../input/key-files.ts';
import { tryToWrite } from '../input/try-to-write.ts';
import { UsageError } from '../errors/usage-error.ts';
import { folderAt } from '../results/result-folder.ts';
import { print } from '../output/print.ts';
import { riskOfThisBuild } from './false-alarms/risk.ts';
import { readStatusFile, withStatusFrom, statusFile } from './status-file.ts';
import { verifyBundle, type Verification } from './verify-bundle.ts';

/**
 * `assay report --certificates DIR --key pub.pem…`: a static page of the bundles in a folder, each verified first.
 * Bundles that do not verify are listed as such. `status.json` in the folder, which recheck writes, gives the current
 * status of each.
 */
export async function reportCertificates(
  given: string,
  { signers, list: listKey }: { readonly signers: readonly string[]; readonly list: string | undefined },
  authorities?: readonly X509Certificate[],
): Promise<number> {
  const folder = resolve(given);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`--certificates ${folder} is not a folder`);
  const paths = bundlesIn(folder);
  if (paths.length === 0)
    throw new UsageError(`--certificates ${folder} holds no bundle: a folder in it with a ${certificateFile}`);
  if (signers.length === 0) readPublicKey(undefined);
  const keys = signers.map((file) => readPublicKey(file));
  const listKeys = listKey === undefined ? keys : [readPublicKey(listKey, '--status-key')];
  const page = join(folder, 'index.html');
  const list = readStatusFile(join(folder, statusFile), listKeys);
  // The list of one signer could revoke the certificates of another.
  if (list !== undefined && listKeys.length > 1)
    throw new UsageError(
      `${statusFile} may be by any of ${listKeys.length} signers (--key), and would revoke what the others signed; give --status-key FILE, the public key of whoever keeps it`,
    );
  const badges = join(folder, 'badges');
  refuseElsewhere(badges);
  tryToWrite('--certificates', page);
  const at = new Date();
  const bundles: VerifiedBundle[] = [];
  for (const path of paths) {
    const found = await verifiedByAny(join(folder, path), keys, at, authorities);
    const of = { file: statusFile, bundle: join(folder, path), at: at.toISOString() };
    const verification = list === undefined ? found : await withStatusFrom(found, { list, ...of });
    bundles.push({ ...verification, path, at: at.toISOString() });
    print(
      `${stateWords[stateOf(verification)]}${verification.claims?.embedded === true ? ' for tests only' : ''}: ${escapeControls(path)}`,
    );
  }
  folderAt(folder).write(basename(page), certificatesHtml(bundles, at.toISOString(), riskOfThisBuild()));
  writeBadges(badges, serviceBadges(bundles));
  const rest = bundles.filter((bundle) => !isCertified(bundle)).length;
  print(`\n${page}: ${certifiedText(bundles)}${rest === 0 ? '' : `, and ${pluralize(rest, 'bundle')} not certified`}`);
  return 0;
}

/** The suppliers of bundles may control this folder; badges must not be written elsewhere through a link. */
function refuseElsewhere(badges: string): void {
  const found = lstatSync(badges, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory())
    throw new UsageError(
      `${badges}, where the badges of the page go, is ${found.isSymbolicLink() ? 'a link' : 'no folder'}; remove it`,
    );
}

/** Removes the badges of services that are no longer listed: they would go on showing an outdated status. */
function writeBadges(folder: string, badges: readonly ServiceBadge[]): void {
  const left = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  for (const entry of left) {
    const path = join(folder, entry.name);
    const isCurrent = badges.some(({ file }) => file === entry.name);
    if (!isCurrent && entry.isFile() && entry.name.endsWith('.svg') && isBadge(path)) rmSync(path);
  }
  for (const { file, svg } of badges) folderAt(folder).write(file, svg);
}

/** True for badges that assay wrote; other files stay. */
function isBadge(path: string): boolean {
  const { size } = statSync(path);
  return size <= longestBadge && readFileSync(path, 'utf8').includes(`<title>${badgeLabel}:`);
}

const longestBadge = 10_000;

/** Subfolders that are bundles, or result folders of certify, which contain a bundle. */
function bundlesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [name, join(name, 'bundle')])
    .filter((path) => existsSync(join(folder, path, certificateFile)))
    .toSorted();
}

/** Verifies with the first key that signed it; if none did, returns the problems found with the last key. */
async function verifiedByAny(
  path: string,
  keys: readonly KeyObject[],
  at: Date,
  authorities: readonly X509Certificate[] | undefined,
): Promise<Verification> {
  let last: Verification = { problems: [] };
  for (const key of keys) {
    last = await verifyBundle(path, key, at, { authorities });
    if (last.keyId !== undefined) break;
  }
  return last;
}
