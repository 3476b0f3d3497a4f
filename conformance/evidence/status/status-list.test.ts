import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signEnvelope } from '../dsse.ts';
import { nextStatus } from './next-status.ts';
import { readStatusList, statusListText } from './status-list.ts';

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
const at = new Date('2026-06-01T00:00:00.000Z');
const entryOf = (certificate: string) =>
  nextStatus(
    undefined,
    {
      certificate: certificate.repeat(32),
      target: 'https://speech.example',
      profile: 'all',
      notAfter: '2026-12-31T00:00:00.000Z',
    },
    { is: 'confirmed', rechecked: { passed: 1, of: 1, failed: [], inconclusive: [] } },
    at.toISOString(),
  );
const signing = { at, version: '1.0.0', key };

describe('a status list', () => {
  it('reads back as it was signed, with each certificate once', () => {
    const [one, other] = [entryOf('ab'), entryOf('cd')];
    const text = statusListText([one, other], { ...one, because: 'newer' }, signing);
    const read = readStatusList(text, publicKey);
    expect(read).toMatchObject({
      is: 'read',
      list: {
        issuedAt: at.toISOString(),
        nextUpdate: '2026-06-08T00:00:00.000Z',
        certificates: [{ because: 'newer' }, other],
      },
    });
  });
  it.each([
    [
      'by another key',
      () => statusListText([], entryOf('ab'), { ...signing, key: generateKeyPairSync('ed25519').privateKey }),
      /another key/,
    ],
    [
      'that was changed',
      () => statusListText([], entryOf('ab'), signing).replace(/"sig":"...../, '"sig":"AAAAA'),
      /signature is wrong|not a DSSE/,
    ],
    ['that is a certificate', () => signEnvelope(Buffer.from('{}'), key), /what is signed is not a status list/],
    [
      'of another form',
      () => signEnvelope(Buffer.from('{}'), key, 'application/vnd.assay.status+json'),
      /^it is not a status list: /,
    ],
  ])('is refused %s', (_, textOf, says) => {
    const read = readStatusList(textOf(), publicKey);
    expect(read).toMatchObject({ is: 'refused', because: expect.stringMatching(says) as string });
  });
});
