import { describe, expect, it } from 'vitest';
import { mutatedTokens, mutatedTokensOf, sameInOtherCase } from './mutated-tokens.ts';
import { placeholders } from './probe.ts';
import { isProxied } from '../http/proxied.ts';

describe('mutatedTokensOf', () => {
  it('gives tokens that are nearly the right one', () => {
    expect(mutatedTokensOf({ [placeholders.token]: 'kEy_01x8' })).toEqual({
      [mutatedTokens.cut]: 'kEy_01x',
      [mutatedTokens.misspelt]: 'kEy_x1x8',
      [mutatedTokens.endChanged]: 'kEy_01xA',
      [mutatedTokens.swapped]: 'KeY_01X8',
    });
  });
  it.each([
    ['QUJDRA==', 'QUJD'],
    ['QUJDREU=', 'QUJD'],
    ['QUJDREVG', 'QUJDREV'],
    ['key.QUJDRA=', 'key.QUJD'],
  ])('cuts a padded token behind its last whole group, for readers that need no padding: %s', (token, cut) => {
    expect(mutatedTokensOf({ [placeholders.token]: token })).toHaveProperty([mutatedTokens.cut], cut);
  });
  it('changes bits of the last character that every reader of base64 reads', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const [at, last] of [...alphabet].entries()) {
      const made = mutatedTokensOf({ [placeholders.token]: `key.sig${last}` })[mutatedTokens.endChanged] ?? '';
      expect(made.slice(0, -1)).toBe('key.sig');
      expect(Math.floor(alphabet.indexOf(made.slice(-1)) / 32)).toBe(1 - Math.floor(at / 32));
    }
    expect(mutatedTokensOf({ [placeholders.token]: 'QUJDRA==' })).toHaveProperty(
      [mutatedTokens.endChanged],
      'QUJDR0==',
    );
    expect(mutatedTokensOf({ [placeholders.token]: '9f86' })).toHaveProperty([mutatedTokens.endChanged], '9f8A');
  });
  it('leaves out what would be the token itself', () => {
    expect(mutatedTokensOf({ [placeholders.token]: '0123' })).not.toHaveProperty([mutatedTokens.swapped]);
    expect(mutatedTokensOf({})).toEqual({});
  });
  it.each([
    '0123-4567',
    '9f86d081884c7d65',
    '6BA7B810-9DAD-11D1-80B4-00C04FD430C8',
    'JBSWY3DPEHPK3PXP',
    'jbswy3dpehpk3pxpjbswy3dpehpk3pxp====',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'sk-live-9f86d081884c7d65',
    'bot_JBSWY3DPEHPK3PXPQ',
    '91JPR-V3F41-BPYWK-CCG40',
    '2dyzt8r4xk1m0q9w7c5b',
    'key_9f86d081',
    'secret-token',
    'token-of-alice-and-bob-1',
    'lusab-babad-gutih-tugad',
    'Lusab-Babad-7',
    'LusabBabadGutihTugad',
    'BADOKIFUREMA',
  ])('leaves out what may be read as the same in other letter case: %s', (token) => {
    const made = mutatedTokensOf({ [placeholders.token]: token });
    expect(made).not.toHaveProperty([mutatedTokens.swapped]);
    expect(made).toHaveProperty([mutatedTokens.misspelt]);
  });
  it.each([
    ['JBSWY3DPEHPK3PXp', 'jbswy3dpehpk3pxP'],
    ['key_yQ4rTb', 'KEY_Yq4RtB'],
    ['eyJhbGciOiJIUzI1NiJ9', 'EYjHBgCIoIjiuZi1nIj9'],
    ['sk-live-3xKq9ZbV71mT', 'SK-LIVE-3XkQ9zBv71Mt'],
  ])('has the letters of one that tells them apart in the other case: %s', (token, other) => {
    expect(mutatedTokensOf({ [placeholders.token]: token })).toHaveProperty([mutatedTokens.swapped], other);
  });
});

describe('sameInOtherCase', () => {
  it.each([
    ['0123-4567', 'the token has no letters, so that there is no other letter case of it'],
    [
      'sk-live-9f86d081884c7d65',
      'the token has no part with both capitals and small letters, as codes in hexadecimal or base32, so that in the other letter case it may be the same one; one such as kEy01xQ8 would be judged',
    ],
    [
      'rb_Alpha_Key_9f8e7d6c5b4a',
      'the token has capitals only where words or syllables begin, so that in the other letter case it may be the same one; one such as kEy01xQ8 would be judged',
    ],
  ])('says of %s that %s', (token, because) => {
    expect(mutatedTokensOf({ [placeholders.token]: token })).not.toHaveProperty([mutatedTokens.swapped]);
    expect(sameInOtherCase(token)).toBe(because);
  });
  it('has a token for an example that would be judged', () => {
    expect(mutatedTokensOf({ [placeholders.token]: 'kEy01xQ8' })).toHaveProperty([mutatedTokens.swapped], 'KeY01Xq8');
  });
});

describe('isProxied', () => {
  const env = { http_proxy: 'http://proxy.test:3128', NO_PROXY: 'localhost, .in.test other.test:8080' };
  it.each([
    ['http://far.test/x', true],
    ['https://far.test/x', true],
    ['http://localhost:8080', false],
    ['http://a.in.test', false],
    ['http://other.test:8080', false],
    ['http://other.test', true],
  ])('%s: %s', (url, expected) => {
    expect(isProxied(url, env)).toBe(expected);
  });
  it('is never so without a proxy, or where all are excepted', () => {
    expect(isProxied('http://far.test', {})).toBe(false);
    expect(isProxied('http://far.test', { ...env, NO_PROXY: '*' })).toBe(false);
  });
});
