import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyIdOf, openEnvelope, preAuthEncoding, signEnvelope } from './dsse.ts';

const ours = generateKeyPairSync('ed25519');
const others = generateKeyPairSync('ed25519');
const anyBytes = fc.uint8Array({ maxLength: 200 });

describe('a DSSE envelope', () => {
  it('signs what the protocol says, by the example of its authors', () => {
    const encoded = preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world'));
    expect(Buffer.from(encoded).toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
  });
  it('counts bytes, not letters', () => {
    expect(Buffer.from(preAuthEncoding('é', Buffer.from('ü'))).toString()).toBe('DSSEv1 2 é 2 ü');
  });
  it('opens for the key that sealed it, with the very bytes, and for no other', () => {
    fc.assert(
      fc.property(anyBytes, (payload) => {
        const text = signEnvelope(payload, ours.privateKey);
        const for1 = openEnvelope(text, ours.publicKey);
        expect(for1.is === 'opened' && Buffer.compare(for1.payload, payload)).toBe(0);
        expect(openEnvelope(text, others.publicKey).is).toBe('refused');
      }),
    );
  });
  it('has one spelling: no other text of the same JSON opens', () => {
    const text = signEnvelope(Buffer.from('{}'), ours.privateKey);
    const envelope = JSON.parse(text) as { payload: string; signatures: readonly object[] };
    const [signature] = envelope.signatures;
    const spellings = [
      text.trimEnd(),
      `${text}\n`,
      `\ufeff${text}`,
      text.replace('\n', '\r\n'),
      JSON.stringify(envelope, null, 2),
      text.replace('"payload"', String.raw`"\u0070ayload"`),
      `${JSON.stringify({ ...envelope, payload: envelope.payload.replaceAll('=', '') })}\n`,
      `${JSON.stringify({ ...envelope, more: 1 })}\n`,
      `${JSON.stringify({ ...envelope, signatures: [signature, signature] })}\n`,
    ];
    expect(openEnvelope(text, ours.publicKey).is).toBe('opened');
    for (const spelling of spellings) expect(openEnvelope(spelling, ours.publicKey).is).toBe('refused');
    const rewritten = JSON.stringify(JSON.parse(spellings[0] ?? ''), null, 2);
    expect(openEnvelope(rewritten, ours.publicKey)).toMatchObject({
      because:
        'it is an envelope, but its bytes are others: it was changed after it was signed, or rewritten by a tool',
    });
  });
  it('says which key has signed, and which was given', () => {
    const told = openEnvelope(signEnvelope(Buffer.from(''), others.privateKey), ours.publicKey);
    expect(told).toEqual({
      is: 'refused',
      because: `it is signed with another key: ${keyIdOf(others.publicKey)}, and the given one is ${keyIdOf(ours.privateKey)}`,
    });
  });
  it('is refused where the right key signed something of another type', () => {
    const [payloadType, body] = ['text/plain', Buffer.from('{}')];
    const sig = sign(null, preAuthEncoding(payloadType, body), ours.privateKey).toString('base64');
    const signatures = [{ keyid: keyIdOf(ours.publicKey), sig }];
    const text = `${JSON.stringify({ payload: body.toString('base64'), payloadType, signatures })}\n`;
    expect(openEnvelope(text, ours.publicKey)).toEqual({
      is: 'refused',
      because: 'what is signed is not an in-toto statement',
    });
  });
});
