import { randomBytes } from 'node:crypto';
import { Integer } from 'asn1js';
import { MessageImprint, TimeStampReq } from 'pkijs';

/** The request to a timestamp authority (RFC 3161, 2.4.1) in DER, and the number that its answer must repeat. */
type StampRequest = { readonly der: Uint8Array; readonly nonce: string };

export async function stampRequest(message: Uint8Array): Promise<StampRequest> {
  // Positive and without a leading zero, so that it has only one spelling.
  const nonce = Buffer.from([0x5a, ...randomBytes(15)]);
  const request = new TimeStampReq({
    version: 1,
    messageImprint: await MessageImprint.create('SHA-256', Uint8Array.from(message)),
    nonce: new Integer({ valueHex: Uint8Array.from(nonce).buffer }),
    certReq: true,
  });
  return { der: new Uint8Array(request.toSchema().toBER()), nonce: nonce.toString('hex') };
}
