import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Certificate } from 'pkijs';
import { describe, expect, it } from 'vitest';
import { certificateFlaw } from './authority.ts';
import { testAuthority } from './authority.testing.ts';

function certificateWith(usage: string): Certificate {
  const pem = readFileSync(join(testAuthority({ usage }).folder, 'tsa.pem'), 'utf8');
  return Certificate.fromBER(Uint8Array.from(new X509Certificate(pem).raw));
}
const now = new Date('2026-06-01T00:00:00.000Z');

describe('the certificate of an authority', () => {
  it('is for timestamps, and at the time of the stamp', () => {
    const certificate = certificateWith('critical, timeStamping');
    expect(certificateFlaw(certificate, now)).toBeUndefined();
    expect(certificateFlaw(certificate, new Date('2019-12-31T23:59:59.000Z'))).toBe(
      'the certificate of its authority was valid from 2020-01-01T00:00:00.000Z to 2099-01-01T00:00:00.000Z, and not at 2019-12-31T23:59:59.000Z, when it says it was made',
    );
  });
  it.each(['timeStamping', 'critical, timeStamping, serverAuth', 'critical, serverAuth'])('and not %s', (usage) => {
    expect(certificateFlaw(certificateWith(usage), now)).toBe(
      'the certificate of its authority is not one for timestamps alone',
    );
  });
});
