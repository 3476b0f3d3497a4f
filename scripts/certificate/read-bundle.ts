import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { certificateFile, certifiedFile, isBundleFile } from '../../conformance/evidence/bundle.ts';
import type { FileDigest } from '../../conformance/evidence/statement.ts';

import { TooLong } from '../reading/open-plain.ts';
import { readBytes } from '../reading/read-bytes.ts';

/** A certificate is some tens of kilobytes; a larger one is not even read. */
const longestCertificateBytes = 1024 * 1024;
/** What lies in a bundle's folder, or why it is not looked into. */
type Listed =
  | { readonly is: 'listed'; readonly names: readonly string[] }
  | { readonly is: 'refused'; readonly because: string };

/** The names in a bundle: plain files of the names that a bundle has, the certificate among them, and nothing else. */
export function listBundle(path: string): Listed {
  const names = readdirSync(path).toSorted();
  const strange = names.find((name) => !isBundleFile(name) && ![certificateFile, certifiedFile].includes(name));
  if (strange !== undefined)
    return { is: 'refused', because: `${JSON.stringify(strange)} is in it, which does not belong in a bundle` };
  // A link could lead anywhere, a pipe never ends.
  const special = names.find((name) => !lstatSync(join(path, name)).isFile());
  if (special !== undefined) return { is: 'refused', because: `${special} is not a plain file` };
  return { is: 'listed', names };
}

/** The text of the certificate; undefined where it is far too long to be one. */
export function certificateText(path: string): string | undefined {
  const file = join(path, certificateFile);
  // One character a byte: what is no ASCII is no envelope, and stays what it is.
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
