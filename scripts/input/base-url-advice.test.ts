import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';

const asked = ['--token', 'a-token-of-nobody-1', '--only', 'voices.list/*'];

/** What `check` says on stderr of a target whose answers all have this status and these fields. */
async function toldOf(status: number, fields: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, fields).end('<!doctype html><h1>Welcome</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { err } = await assay(['check', '--target', url, ...asked, '--out', join(emptyFolder(), 'run')]);
  server.close();
  return err.replaceAll(url, 'URL');
}

describe('a target that redirects each request', () => {
  it('is asked about with where it leads', async () => {
    expect(await toldOf(308, { location: '/base' })).toBe(
      'URL redirects each request (status 308 to /base), and assay follows no redirection, so that no token goes elsewhere: is that the base URL of the service, without /v1?\n',
    );
    expect(await toldOf(304, { location: '/base' })).toBe('');
  });
});

describe('a target that answers with web pages', () => {
  it.each([
    [200, 'text/html'],
    [404, 'Text/HTML; charset=utf-8'],
  ])('is asked about before all failures: %i %s', async (status, contentType) => {
    expect(await toldOf(status, { 'content-type': contentType })).toBe(
      `URL answers with a web page (status ${status}, text/html), where JSON is expected: is this the base URL of the service, without /v1?\n`,
    );
  });
  it('is none where it labels something else so, or where it is the service', async () => {
    expect(await toldOf(200, { 'content-type': 'application/json' })).toBe('');
    const { url, stop } = await serve();
    const { err } = await assay(['check', '--target', url, ...asked, '--out', join(emptyFolder(), 'run')]);
    await stop();
    expect(err).not.toContain('web page');
  });
});
