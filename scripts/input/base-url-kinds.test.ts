import { describe, expect, it } from 'vitest';
import { checkOutputFor, checkMessagesFor } from './base-url-advice.testing.ts';

describe('a target that redirects each request', () => {
  it('is asked about with where it leads', async () => {
    expect(await checkMessagesFor(308, { location: '/base' })).toBe(
      'URL redirects each request (status 308 to /base), and assay follows no redirection, so that no token goes elsewhere: is that the base URL of the service, without /v1?\n',
    );
    expect(await checkMessagesFor(304, { location: '/base' })).toBe('');
  });
});

describe('a target that answers with web pages', () => {
  it.each([
    [200, 'text/html'],
    [404, 'Text/HTML; charset=utf-8'],
  ])('is asked about before all failures: %i %s', async (status, contentType) => {
    expect(await checkMessagesFor(status, { 'content-type': contentType })).toBe(
      `URL answers with a web page (status ${status}, text/html), where JSON is expected: is this the base URL of the service, without /v1?\n`,
    );
  });
});

describe('a target that answers all first requests alike', () => {
  const json = { 'content-type': 'application/json' };
  it('is asked about where a proxy on the way wants credentials', async () => {
    expect((await checkOutputFor(407, json)).err).toContain(
      'URL answers with status 407: a proxy on the way wants credentials',
    );
  });
  it('is asked about where both lists are the same', async () => {
    expect((await checkOutputFor(200, json)).err).toContain(
      'with one and the same body (status 200): is this the base URL',
    );
    expect((await checkOutputFor(401, json)).err).not.toContain('is this the base URL');
  });
});
