import { describe, expect, it } from 'vitest';
import { proxyFlaw, proxyFor, proxyNameFor } from './proxied.ts';

const http_proxy = 'http://proxy.test:3128';

describe('the proxy of a request', () => {
  it.each([
    ['http://a.test', {}, undefined],
    ['http://a.test', { http_proxy }, http_proxy],
    ['http://a.test', { HTTP_PROXY: http_proxy }, http_proxy],
    ['http://a.test', { https_proxy: http_proxy }, undefined],
    ['https://a.test', { http_proxy }, http_proxy],
    ['https://a.test', { http_proxy, https_proxy: 'http://other.test' }, 'http://other.test'],
  ])('to %s with %o is %s', (url, env, proxy) => expect(proxyFor(url, env)).toBe(proxy));

  it('may be named without a scheme, as curl takes it', () => {
    const env = { http_proxy: 'me:secret@proxy.test:3128' };
    expect(proxyFor('http://a.test', env)).toBe('http://me:secret@proxy.test:3128');
    expect(proxyFlaw('http://a.test', env)).toBeUndefined();
  });

  const isNone = 'http_proxy is a value that is not http://HOST:PORT';
  it.each([
    [{ HTTP_PROXY: 'not a url' }, 'HTTP_PROXY is a value that is not http://HOST:PORT'],
    [
      { http_proxy: 'socks5://me:secret@proxy.test:1080' },
      'http_proxy names a SOCKS proxy, and assay speaks to none; expected http://HOST:PORT',
    ],
  ])('has a flaw that is told without its value: %o', (env, says) => {
    expect(proxyFlaw('http://a.test', env)).toBe(says);
    expect(proxyFlaw('http://127.0.0.1:3', env)).toBeUndefined();
  });

  it.each([
    'http://',
    'http:///host:3128',
    'http://user:12#rest@host:3128',
    'http://user:12?rest@host:3128',
    'http://user:12/rest@host:3128',
    String.raw`http://user:12\rest@host:3128`,
    'user:12#rest@host:3128',
    'http://u:s3cret',
    'http://u:p%40h:1',
    'http:/u:p@h:1',
    String.raw`http:\\user:secret@host`,
    'ftp://me:se@cret@a b',
    'http://host:3128/path',
  ])('is none of which nothing is shown: %s', (proxy) => {
    expect(proxyFlaw('http://a.test', { http_proxy: proxy })).toBe(isNone);
    expect(proxyNameFor('http://a.test', { http_proxy: proxy })).toBe('of http_proxy or https_proxy');
  });

  it.each(['http://host', 'HTTPS://host:3128/', 'http://[::1]:3128', 'http://me:se@cret@host:1'])(
    'is one that is spoken to: %s',
    (proxy) => expect(proxyFlaw('http://a.test', { http_proxy: proxy })).toBeUndefined(),
  );

  it('is called by its host and port, never by its credentials', () => {
    const nameBy = (proxy: string) => proxyNameFor('http://a.test', { http_proxy: proxy });
    expect(nameBy('http://me:secret@proxy.test:3128')).toBe('proxy.test:3128');
    expect([nameBy('http://proxy.test'), nameBy('https://proxy.test')]).toEqual(['proxy.test:80', 'proxy.test:443']);
    expect([nameBy('proxy.test:3128'), nameBy('')]).toEqual(['proxy.test:3128', undefined]);
  });

  it.each(['http://localhost:80', 'http://api.localhost', 'http://127.0.0.1:3', 'http://127.8.0.1', 'http://[::1]:3'])(
    'is none to this machine: %s',
    (url) => expect(proxyFor(url, { http_proxy })).toBeUndefined(),
  );

  it.each([
    ['http://a.corp.test', '*.corp.test', true],
    ['http://corp.test', '*.corp.test', false],
    ['http://corp.test', '.corp.test', true],
    ['http://corp.test.', 'corp.test', true],
    ['http://CORP.test', 'Corp.TEST.', true],
    ['http://xcorp.test', 'corp.test', false],
    ['http://a.test:8080', 'a.test:8080', true],
    ['http://a.test', 'a.test:8080', false],
    ['https://a.test', 'b.test, a.test:443', true],
    ['http://[2001:db8::7]:3', '2001:db8::7', true],
    ['http://[2001:db8::7]:3', '[2001:db8::7]:3', true],
    ['http://[2001:db8::7]:3', '[2001:db8::7]:4', false],
    ['http://a.test', '*', true],
    ['http://a.test', '*:443', false],
  ])('to %s is left out by %j: %s', (url, no_proxy, isLeftOut) =>
    expect(proxyFor(url, { http_proxy, no_proxy })).toBe(isLeftOut ? undefined : http_proxy),
  );
});
