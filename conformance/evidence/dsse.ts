import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { parsedJson } from '../reading/parsed-json.ts';

/**
 * A DSSE envelope (Dead Simple Signing Envelope, secure-systems-lab/dsse, protocol 1.0.2) with exactly one signature,
 * by Ed25519. An envelope has only one spelling, so that no byte of its file can change unnoticed.
 */
type Envelope = {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly [{ readonly keyid: string; readonly sig: string }];
};

/** Payload type of an in-toto statement (in-toto/attestation, spec/v1/envelope.md). */
const statementPayload = 'application/vnd.in-toto+json';

/** Payload type of a status list, so that a list and a statement cannot be passed off as each other. */
export const statusPayload = 'application/vnd.assay.status+json';

const named: Readonly<Record<string, string>> = {
  [statementPayload]: 'an in-toto statement',
  [statusPayload]: 'a status list',
};

/** The bytes that are signed: type and body with their lengths in bytes, so that neither can be taken for the other. */
export function preAuthEncoding(type: string, body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `, 'utf8'), body]);
}

/** SHA-256 of the SPKI form of the public key, in hex, from either half of the pair. */
export function keyIdOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** The whole text of an envelope around a payload. */
export function signEnvelope(payload: Uint8Array, privateKey: KeyObject, payloadType = statementPayload): string {
  const sig = sign(null, preAuthEncoding(payloadType, payload), privateKey);
  return textOf({
    payload: Buffer.from(payload).toString('base64'),
    payloadType,
    signatures: [{ keyid: keyIdOf(privateKey), sig: sig.toString('base64') }],
  });
}

type Opened =
  | { readonly is: 'opened'; readonly payload: Uint8Array; readonly keyId: string }
  | { readonly is: 'refused'; readonly because: string };

/** The payload of an envelope that this key has signed, or why it is not believed. */
export function openEnvelope(text: string, publicKey: KeyObject, payloadType = statementPayload): Opened {
  const refused = (because: string): Opened => ({ is: 'refused', because });
  const envelope = envelopeIn(text);
  if (envelope === undefined) return refused('it is not a DSSE envelope with one signature, as assay writes it');
  if (!isAsWritten(envelope, text))
    return refused(
      'it is an envelope, but its bytes are others: it was changed after it was signed, or rewritten by a tool',
    );
  const [{ keyid, sig }] = envelope.signatures;
  const wanted = keyIdOf(publicKey);
  if (keyid !== wanted)
    return refused(`it is signed with another key: ${shownId(keyid)}, and the given one is ${wanted}`);
  const payload = Buffer.from(envelope.payload, 'base64');
  if (!verify(null, preAuthEncoding(envelope.payloadType, payload), publicKey, Buffer.from(sig, 'base64')))
    return refused('its signature is wrong: it was changed after it was signed, or another key signed it');
  if (envelope.payloadType !== payloadType)
    return refused(`what is signed is not ${named[payloadType] ?? payloadType}`);
  return { is: 'opened', payload, keyId: wanted };
}

function textOf({ payload, payloadType: type, signatures: [{ keyid, sig }] }: Envelope): string {
  return `${JSON.stringify({ payload, payloadType: type, signatures: [{ keyid, sig }] })}\n`;
}

function envelopeIn(text: string): Envelope | undefined {
  const envelope = parsedJson(text) as Partial<Envelope> | null | undefined;
  const signature = Array.isArray(envelope?.signatures) ? (envelope.signatures[0] as unknown) : undefined;
  const { keyid, sig } = (signature ?? {}) as { readonly keyid?: unknown; readonly sig?: unknown };
  const { payload, payloadType: type } = envelope ?? {};
  if (![payload, type, keyid, sig].every((part) => typeof part === 'string')) return undefined;
  return { payload, payloadType: type, signatures: [{ keyid, sig }] } as unknown as Envelope;
}

function isAsWritten(envelope: Envelope, text: string): boolean {
  return [envelope.payload, envelope.signatures[0].sig].every(isPlainBase64) && textOf(envelope) === text;
}

function isPlainBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}

function shownId(keyId: string): string {
  return /^[0-9a-f]{64}$/.test(keyId) ? keyId : 'one whose id is malformed';
}
