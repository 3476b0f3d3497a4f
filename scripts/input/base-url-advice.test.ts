import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';

const asked = ['--token', 'a-token-of-nobody-1', '--only', 'voices.list/*'];

/** What `check` comes to at a target whose answers all have this status and these fields. */
async function saidOf(status: number, fields: Readonly<Record<string, string>>) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, fields).end('<!doctype html><h1>Welcome</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = join(emptyFolder(), 'run');
  const { code, err, out } = await assay(['check', '--target', url, ...asked, '--out', folder]);
  server.close();
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;
  const similar = run.causes.flatMap((cause) => cause.likely);
  return { code, err: err.replaceAll(url, 'URL'), out: out.replaceAll(url, 'URL'), similar };
}

async function toldOf(status: number, fields: Readonly<Record<string, string>>): Promise<string> {
  return (await saidOf(status, fields)).err;
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
    expect(await toldOf(401, { 'content-type': 'application/json' })).not.toContain('base URL');
    const { url, stop } = await serve();
    const { err } = await assay(['check', '--target', url, ...asked, '--out', join(emptyFolder(), 'run')]);
    await stop();
    expect(err).not.toContain('web page');
  });
});

describe('a target that answers all first requests alike', () => {
  const json = { 'content-type': 'application/json' };
  it.each([404, 405])('is asked about, first and last, and is like no known fault: %i', async (status) => {
    const { code, err, out, similar } = await saidOf(status, json);
    const says = `URL answers the first requests alike (status ${status}): is this the base URL of the service, without /v1?`;
    expect({ code, err, similar }).toEqual({ code: 1, err: `${says}\n`, similar: [] });
    expect(out.trimEnd().split('\n').at(-1)).toContain(says);
  });
  it('is asked about where a proxy on the way wants credentials', async () => {
    expect((await saidOf(407, json)).err).toContain(
      'URL answers with status 407: a proxy on the way wants credentials',
    );
  });
  it('is asked about where both lists are the same', async () => {
    expect((await saidOf(200, json)).err).toContain('with one and the same body (status 200): is this the base URL');
    expect((await saidOf(401, json)).err).not.toContain('is this the base URL');
  });
});
