import { describe, expect, it } from 'vitest';
import { mutatedTokens, mutatedTokensOf } from './mutated-tokens.ts';
import { placeholders } from './probe.ts';
import { isProxied } from '../http/proxied.ts';

describe('nearMissesOf', () => {
  it('gives tokens that are nearly the right one', () => {
    expect(mutatedTokensOf({ [placeholders.token]: 'Key_01x8' })).toEqual({
      [mutatedTokens.cut]: 'Key_01x',
      [mutatedTokens.misspelt]: 'Key_x1x8',
      [mutatedTokens.swapped]: 'kEY_01X8',
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
  it('leaves out what would be the token itself', () => {
    expect(mutatedTokensOf({ [placeholders.token]: '0123' })).not.toHaveProperty([mutatedTokens.swapped]);
    expect(mutatedTokensOf({})).toEqual({});
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
