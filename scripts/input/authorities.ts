import { X509Certificate } from 'node:crypto';
import { fileBounds } from '../reading/file-bounds.ts';
import { readBytes } from '../reading/read-bytes.ts';
import { UsageError } from '../errors/usage-error.ts';

const one = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** The certificates of `--timestamp-ca` (PEM, one after the other); undefined without the flag. Throws a UsageError. */
export function readAuthorities(file: unknown): readonly X509Certificate[] | undefined {
  if (file === undefined) return undefined;
  if (typeof file !== 'string' || file === '')
    throw new UsageError('--timestamp-ca FILE is needed: certificates in PEM');
  const bytes = readBytes({ path: file, as: '--timestamp-ca' }, { most: fileBounds.pemBytes, takesPipes: true });
  const certificates = [...bytes.toString('latin1').matchAll(one)].map(([pem]) => certificateIn(pem));
  if (certificates.length === 0 || certificates.includes(undefined))
    throw new UsageError(
      `--timestamp-ca ${file} holds no certificate in PEM, or one that is damaged; give the certificates of the timestamp authority`,
    );
  return certificates.filter((each) => each !== undefined);
}

function certificateIn(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/**
 * The URL of `--timestamp`. Throws a UsageError where it is invalid, or contains a password, which the certificate
 * would show.
 */
export function authorityIn(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError('--timestamp is not the URL of a timestamp authority, such as https://freetsa.org/tsr');
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--timestamp holds a user name or a password, and an authority is sent none: leave it out');
  return url.href;
}
