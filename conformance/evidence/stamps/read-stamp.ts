import { createHash, X509Certificate } from 'node:crypto';
import { ObjectIdentifier } from 'asn1js';
import {
  Certificate,
  ContentInfo,
  PKIStatus,
  SignedData,
  SignedDataVerifyError,
  TimeStampResp,
  TSTInfo,
  type SignerInfo,
} from 'pkijs';
import { certificateFlaw, namesCertificate } from './authority.ts';
import { chainFlaw } from './chain.ts';
import { digests } from './digests.ts';
import type { StampRead } from './stamped.ts';

type VerifyOptions = {
  /** The message that must have been stamped. */
  readonly message: Uint8Array;
  /** Trusted certificates (PEM), one behind the other; without them a stamp is only read. */
  readonly trusted?: readonly X509Certificate[] | undefined;
  /** The number that an answer to a request must repeat. */
  readonly nonce?: string;
};

/** Longest answer of an authority that is read, in bytes; with a chain of certificates it has about 6 kB. */
export const maxStampBytes = 64 * 1024;

const oids = {
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
} as const;

class Refused extends Error {
  override readonly name = 'Refused';
}

/** What an authority's answer (RFC 3161) says of a message, judged at the time that it names. Needs no network. */
export async function readStamp(der: Uint8Array, asked: VerifyOptions): Promise<StampRead> {
  try {
    return { is: 'stamp', stamp: await stampIn(der, asked) };
  } catch (error) {
    if (error instanceof Refused) return { is: 'refused', because: error.message };
    // Whatever a library throws at forged bytes.
    return { is: 'refused', because: 'it is not an answer of a timestamp authority (RFC 3161), or is damaged' };
  }
}

async function stampIn(der: Uint8Array, { message, trusted, nonce }: VerifyOptions) {
  if (der.length > maxStampBytes) throw new Refused(`it is longer than ${maxStampBytes} bytes`);
  const signed = signedIn(der);
  const [signer, ...more] = signed.signerInfos;
  if (signer === undefined || more.length > 0) throw new Refused('it has not one signature');
  const info = infoIn(signed, signer);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const hash = digests[hashAlgorithm.algorithmId];
  if (hash === undefined)
    throw new Refused(`it is made over a digest of the kind ${hashAlgorithm.algorithmId}, expected SHA-256`);
  const digest = createHash(hash).update(message).digest();
  if (!digest.equals(Buffer.from(hashedMessage.valueBlock.valueHexView)))
    throw new Refused('it is made over something else: its digest is another');
  if (nonce !== undefined && nonce !== Buffer.from(info.nonce?.valueBlock.valueHexView ?? []).toString('hex'))
    throw new Refused('it does not answer the request: it repeats another number');
  const certificate = await verified(signed, message, trusted);
  const flaw =
    certificateFlaw(certificate, info.genTime) ??
    (namesCertificate(signer, certificate) ? undefined : 'its signature is bound to another certificate');
  if (flaw !== undefined) throw new Refused(flaw);
  const { subject, validTo } = nodeCertificate(certificate);
  return {
    at: info.genTime.toISOString(),
    by: subject.split('\n').join(', '),
    trusted: trusted !== undefined,
    until: new Date(validTo).toISOString(),
  };
}

function signedIn(der: Uint8Array): SignedData {
  const { status, timeStampToken } = TimeStampResp.fromBER(Uint8Array.from(der));
  const isGranted = [PKIStatus.granted, PKIStatus.grantedWithMods].includes(status.status);
  if (!isGranted || timeStampToken === undefined) {
    const said = status.statusStrings?.map(({ valueBlock }) => valueBlock.value).join(' ') ?? '';
    throw new Refused(
      `the authority refused it${said === '' ? '' : `: ${said.slice(0, 200)}`} (status ${status.status})`,
    );
  }
  if (timeStampToken.contentType !== ContentInfo.SIGNED_DATA) throw new Refused('what it holds is not signed');
  return new SignedData({ schema: timeStampToken.content });
}

/** The signed content, where both the content and its attribute say that it is a timestamp. */
function infoIn({ encapContentInfo }: SignedData, { signedAttrs }: SignerInfo): TSTInfo {
  const types = (signedAttrs?.attributes ?? []).filter(({ type }) => type === oids.contentType);
  const named = types
    .flatMap(({ values }) => values)
    .map((value: unknown) => (value instanceof ObjectIdentifier ? value.getValue() : ''));
  if (encapContentInfo.eContentType !== oids.tstInfo || named.length !== 1 || named[0] !== oids.tstInfo)
    throw new Refused('what it signs is not a timestamp');
  const content = encapContentInfo.eContent;
  if (content === undefined) throw new Refused('what it signs is not in it');
  return TSTInfo.fromBER(content.getValue());
}

/** The certificate whose key signed the stamp, with a chain to a trusted one where any are given. */
async function verified(
  signed: SignedData,
  message: Uint8Array,
  trusted: readonly X509Certificate[] | undefined,
): Promise<Certificate> {
  const trustedCerts = (trusted ?? []).map(({ raw }) => Certificate.fromBER(Uint8Array.from(raw)));
  try {
    const { signatureVerified, signerCertificate, certificatePath } = await signed.verify({
      signer: 0,
      data: Uint8Array.from(message).buffer,
      checkChain: trusted !== undefined,
      trustedCerts,
      extendedMode: true,
    });
    if (signatureVerified !== true || signerCertificate == null) throw new Refused('its signature is wrong');
    const flaw = chainFlaw(trusted === undefined ? [signerCertificate] : (certificatePath ?? []));
    if (flaw !== undefined) throw new Refused(flaw);
    return signerCertificate;
  } catch (error) {
    if (error instanceof SignedDataVerifyError) throw new Refused(chainWords(error));
    throw error;
  }
}

function chainWords({ code, signerCertificate, date }: SignedDataVerifyError): string {
  if (code === 5 && signerCertificate !== null) {
    const flaw = certificateFlaw(signerCertificate, date);
    const { subject } = nodeCertificate(signerCertificate);
    return (
      flaw ?? `it is by an authority that the given certificates do not vouch for: ${subject.split('\n').join(', ')}`
    );
  }
  if (code === 2 || code === 3) return 'the certificate of its authority is not in it';
  return 'its signature is wrong';
}

function nodeCertificate(certificate: Certificate): X509Certificate {
  return new X509Certificate(Buffer.from(certificate.toSchema().toBER()));
}
