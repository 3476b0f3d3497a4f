import { createHash } from 'node:crypto';
import { Integer, OctetString, ObjectIdentifier, Sequence } from 'asn1js';
import { ExtKeyUsage, type Certificate, type SignerInfo } from 'pkijs';
import { digests } from './digests.ts';

const oids = {
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

/** Why a certificate must not stamp at that time (RFC 3161, 2.3); undefined where it may. */
export function certificateFlaw({ extensions = [], notBefore, notAfter }: Certificate, at: Date): string | undefined {
  const [from, to] = [notBefore.value, notAfter.value].map((time) => time.toISOString());
  const now = at.toISOString();
  if (now < (from ?? '') || now > (to ?? ''))
    return `the certificate of its authority was valid from ${from} to ${to}, and not at ${now}, when it says it was made`;
  const usage = extensions.find(({ extnID }) => extnID === oids.extendedKeyUsage);
  const purposes = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : [];
  const isForStamps = usage?.critical === true && purposes.length === 1 && purposes[0] === oids.timeStamping;
  return isForStamps ? undefined : 'the certificate of its authority is not one for timestamps alone';
}

/**
 * Whether a signature names the certificate that it is checked with (RFC 2634, RFC 5035): otherwise another certificate
 * with the same key could replace it.
 */
export function namesCertificate({ signedAttrs }: SignerInfo, certificate: Certificate): boolean {
  const der = Buffer.from(certificate.toSchema().toBER());
  return (signedAttrs?.attributes ?? []).some(({ type, values }) => {
    if (type !== oids.signingCertificate && type !== oids.signingCertificateV2) return false;
    const [hash, digest] = firstCertificate(values[0], type === oids.signingCertificate ? 'sha1' : 'sha256');
    return digest !== undefined && createHash(hash).update(der).digest().equals(digest);
  });
}

/** The digest of the first certificate that the attribute names, and its hash algorithm. */
function firstCertificate(attribute: unknown, usual: string): readonly [hash: string, digest?: Buffer] {
  const id = partOf(partOf(attribute, 0), 0);
  const [first, second] = [partOf(id, 0), partOf(id, 1)];
  if (first instanceof OctetString) return [usual, Buffer.from(first.valueBlock.valueHexView)];
  const named = partOf(first, 0);
  const hash = named instanceof ObjectIdentifier ? digests[named.getValue()] : undefined;
  if (hash === undefined || !(second instanceof OctetString)) return [usual];
  return [hash, Buffer.from(second.valueBlock.valueHexView)];
}

function partOf(value: unknown, at: number): unknown {
  return value instanceof Sequence && !(value instanceof Integer) ? value.valueBlock.value[at] : undefined;
}
