import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { certificateFile, certifiedFile, isBundleFile } from '../../conformance/evidence/bundle.ts';
import type { FileDigest } from '../../conformance/evidence/statement.ts';

import { TooLong } from '../reading/open-plain.ts';
import { readBytes } from '../reading/read-bytes.ts';

/** Longest certificate in bytes: it usually has some tens of kilobytes, and a longer one is not read. */
const longestCertificateBytes = 1024 * 1024;
/** The names in a bundle's folder, or why it is refused. */
type Listed =
  | { readonly is: 'listed'; readonly names: readonly string[] }
  | { readonly is: 'refused'; readonly because: string };

/** Lists a bundle: it must hold only plain files with the names that a bundle may have, the certificate among them. */
export function listBundle(path: string): Listed {
  const names = readdirSync(path).toSorted();
  const strange = names.find((name) => !isBundleFile(name) && ![certificateFile, certifiedFile].includes(name));
  if (strange !== undefined)
    return { is: 'refused', because: `${JSON.stringify(strange)} is in it, which does not belong in a bundle` };
  // A link could lead anywhere, and reading a pipe may never end.
  const special = names.find((name) => !lstatSync(join(path, name)).isFile());
  if (special !== undefined) return { is: 'refused', because: `${special} is not a plain file` };
  return { is: 'listed', names };
}

/** The text of the certificate; undefined where it is too long. */
export function certificateText(path: string): string | undefined {
  const file = join(path, certificateFile);
  // Latin-1 reads each byte as one character: text that is not ASCII is not a valid envelope and stays unchanged.
  try {
    return readBytes({ path: file }, { most: longestCertificateBytes }).toString('latin1');
  } catch (error) {
    if (error instanceof TooLong) return undefined;
    throw error;
  }
}

export async function digestOf(path: string, name: string): Promise<FileDigest> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(join(path, name))) hash.update(part as Buffer);
  return { name, sha256: hash.digest('hex') };
}
