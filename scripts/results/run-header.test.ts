import { afterEach, expect, it, vi } from 'vitest';
import { settingsFrom } from '../../conformance/settings/settings.ts';
import { runHeader } from './run-header.ts';

afterEach(() => vi.unstubAllEnvs());

const givenIn = (flags: Readonly<Record<string, unknown>>) => {
  const read = settingsFrom({ target: 'http://acme.example', ...flags }, {}, {});
  if (read.is === 'invalid') throw new Error(read.errors.join());
  const { settings } = read;
  const target = { ...settings, url: settings.target ?? '', embedded: false, close: async () => undefined };
  const plan = { checks: [], atMost: { chats: 0, speeches: 0, credits: 0 } };
  return runHeader('check', settings, target, plan).given;
};

it('keeps under which conditions a run was made: names of headers, an unusual time limit, and the proxy without its credentials', () => {
  vi.stubEnv('http_proxy', '');
  vi.stubEnv('HTTP_PROXY', '');
  expect(givenIn({})).toEqual({ credentials: [], headers: [] });
  vi.stubEnv('http_proxy', 'http://me:secret@proxy.example:3128');
  expect(givenIn({ timeout: '600s', header: ['X-Lab-Mode: 1'] })).toEqual({
    credentials: [],
    headers: ['X-Lab-Mode'],
    timeoutMs: 600_000,
    proxy: 'proxy.example:3128',
  });
});
