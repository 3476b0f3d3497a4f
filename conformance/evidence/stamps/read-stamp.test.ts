import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Certificate, ContentInfo, SignedData, TimeStampResp } from 'pkijs';
import { beforeAll, describe, expect, it } from 'vitest';
import { opensslVerifies, testAuthority, type TestAuthority } from './authority.testing.ts';
import { maxStampBytes, readStamp } from './read-stamp.ts';
import { stampRequest } from './request.ts';

const message = Buffer.from('an opening');
let authority: TestAuthority;
let trusted: readonly X509Certificate[];
let stamp: Buffer;
let nonce: string;

const stampBy = async (by: TestAuthority): Promise<Buffer> => by.answer((await stampRequest(message)).der);
const caOf = ({ ca }: TestAuthority): readonly X509Certificate[] => [new X509Certificate(ca)];
const becauseOf = async (...given: Parameters<typeof readStamp>): Promise<string> => {
  const read = await readStamp(...given);
  return read.is === 'refused' ? read.because : `accepted, by ${read.stamp.by}`;
};

beforeAll(async () => {
  authority = testAuthority();
  trusted = caOf(authority);
  const request = await stampRequest(message);
  ({ nonce } = request);
  stamp = authority.answer(request.der);
});

describe('a timestamp', () => {
  it('says when it was made and by whom, where the given certificate vouches for that; OpenSSL agrees', async () => {
    const read = await readStamp(stamp, { message, trusted, nonce });
    expect(read).toEqual({
      is: 'stamp',
      stamp: {
        at: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
        by: 'CN=assay test authority',
        trusted: true,
        until: '2099-01-01T00:00:00.000Z',
      },
    });
    const at = read.is === 'stamp' ? Date.parse(read.stamp.at) : 0;
    expect(Math.abs(at - Date.now())).toBeLessThan(600_000);
    expect(opensslVerifies(authority, stamp, message)).toBe(true);
    expect(opensslVerifies(authority, stamp, Buffer.from('another'))).toBe(false);
  });
  it('is read without a certificate too, and then trusted by nobody', async () => {
    expect(await readStamp(stamp, { message })).toMatchObject({ is: 'stamp', stamp: { trusted: false } });
  });
  it('is accepted of an authority with an RSA key', async () => {
    const rsa = testAuthority({ key: 'rsa:2048', name: 'rsa authority' });
    expect(await becauseOf(await stampBy(rsa), { message, trusted: caOf(rsa) })).toBe('accepted, by CN=rsa authority');
  });
});

describe('a chain of certificates', () => {
  const ca = 'critical, CA:TRUE';
  const tooLong = 'the chain of certificates to its authority is longer than one of them allows';
  it.each([
    ['may have an authority that certifies no other', [`${ca}, pathlen:0`], undefined],
    ['may be as long as each of it allows', [`${ca}, pathlen:1`, `${ca}, pathlen:0`], undefined],
    ['is no longer than the first of it allows', [`${ca}, pathlen:0`, ca], tooLong],
    ['is no longer than any of it allows', [ca, `${ca}, pathlen:0`, `${ca}, pathlen:0`], tooLong],
  ])('%s; OpenSSL agrees', async (_, between, flaw) => {
    const by = testAuthority({ between });
    const made = await stampBy(by);
    expect(await becauseOf(made, { message, trusted: caOf(by) })).toBe(flaw ?? 'accepted, by CN=assay test authority');
    expect(opensslVerifies(by, made, message)).toBe(flaw === undefined);
  });
  it('has no critical extension that nobody knows; OpenSSL agrees', async () => {
    const by = testAuthority({ extension: '1.2.3.4.5.6 = critical, ASN1:UTF8String:x' });
    const made = await stampBy(by);
    const flaw = 'a certificate of its authority has the critical extension 1.2.3.4.5.6, which is not known';
    expect(await becauseOf(made, { message, trusted: caOf(by) })).toBe(flaw);
    expect(await becauseOf(made, { message })).toBe(flaw);
    expect(opensslVerifies(by, made, message)).toBe(false);
    const plain = testAuthority({ extension: '1.2.3.4.5.6 = ASN1:UTF8String:x' });
    const stamped = await stampBy(plain);
    expect(await becauseOf(stamped, { message, trusted: caOf(plain) })).toBe('accepted, by CN=assay test authority');
  });
});

describe('a timestamp is refused', () => {
  it('over another message', async () => {
    expect(await becauseOf(stamp, { message: Buffer.from('another'), trusted })).toMatch(/its digest is another/);
  });
  it('that answers another request', async () => {
    expect(await becauseOf(stamp, { message, trusted, nonce: 'ab' })).toMatch(/does not answer the request/);
  });
  it('of an authority that nobody vouches for, and of none at all', async () => {
    const foreign = testAuthority({ name: 'foreign authority' });
    const by = 'it is by an authority that the given certificates do not vouch for: CN=';
    expect(await becauseOf(await stampBy(foreign), { message, trusted })).toBe(`${by}foreign authority`);
    expect(await becauseOf(stamp, { message, trusted: [] })).toBe(`${by}assay test authority`);
  });
  it.each([
    ['had expired', { to: '20210101000000Z' }],
    ['did not begin yet', { from: '20980101000000Z' }],
  ] as const)('of an authority whose certificate %s', async (_, times) => {
    const late = testAuthority(times);
    const because = await becauseOf(await stampBy(late), { message, trusted: caOf(late) });
    expect(because).toMatch(/^the certificate of its authority was valid from 20.* to 20.*, and not at 20/);
    expect(await becauseOf(await stampBy(late), { message })).toMatch(/^the certificate of its authority was valid/);
  });
  it('bound to another certificate of the same key, which stands in its place', async () => {
    const swapped = testAuthority();
    const made = await stampBy(swapped);
    const longer = swapped.certifiedAgain('20980101000000Z');
    const answer = TimeStampResp.fromBER(Uint8Array.from(made));
    const signed = new SignedData({ schema: answer.timeStampToken?.content });
    signed.certificates = [Certificate.fromBER(Uint8Array.from(new X509Certificate(longer).raw))];
    answer.timeStampToken = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
    const again = new Uint8Array(answer.toSchema().toBER());
    expect(await becauseOf(again, { message, trusted: caOf(swapped) })).toBe(
      'its signature is bound to another certificate',
    );
  });
  it('over a digest that two messages can share', async () => {
    const query = join(authority.folder, 'sha1.tsq');
    writeFileSync(join(authority.folder, 'data'), message);
    execFileSync('openssl', ['ts', '-query', '-data', 'data', '-sha1', '-cert', '-out', query], {
      cwd: authority.folder,
      stdio: 'pipe',
    });
    expect(await becauseOf(authority.answer(readFileSync(query)), { message, trusted })).toMatch(/expected SHA-256/);
  });
  it('without the certificate of its authority', async () => {
    const query = join(authority.folder, 'bare.tsq');
    execFileSync('openssl', ['ts', '-query', '-data', 'data', '-sha256', '-out', query], {
      cwd: authority.folder,
      stdio: 'pipe',
    });
    expect(await becauseOf(authority.answer(readFileSync(query)), { message, trusted })).toBe(
      'the certificate of its authority is not in it',
    );
  });
  it('where the authority refused, with what it said', async () => {
    const said = authority.answer(Buffer.from('no request'));
    expect(await becauseOf(said, { message, trusted })).toMatch(/^the authority refused it: .*\(status 2\)$/);
  });
  it('that is longer than any', async () => {
    expect(await becauseOf(Buffer.alloc(maxStampBytes + 1), { message })).toBe(
      `it is longer than ${maxStampBytes} bytes`,
    );
  });
  it('that is damaged anywhere where it says something, and never by a defect', async () => {
    const whole = await readStamp(stamp, { message, trusted, nonce });
    const flipped = fc.asyncProperty(fc.nat(stamp.length - 1), fc.nat(7), async (at, bit) => {
      const bytes = Buffer.from(stamp);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      const read = await readStamp(bytes, { message, trusted, nonce });
      // Unsigned parts, such as the included root, may change without being noticed.
      expect(read.is === 'refused' ? whole : read).toEqual(whole);
    });
    await fc.assert(flipped, { numRuns: 200 });
    const noise = fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      expect((await readStamp(bytes, { message, trusted })).is).toBe('refused');
    });
    await fc.assert(noise, { numRuns: 100 });
  });
});
