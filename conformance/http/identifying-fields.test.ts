import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { validExcept, startService, type RunningService } from '../../fixtures/index.ts';
import { checks } from '../index.ts';
import { judgeTarget, type JudgeTargetOptions } from '../judged-at.testing.ts';
import { curlOf } from '../engine/judging/curl.ts';
import type { Exchange } from '../model/exchange.ts';
import { selectChecks } from '../model/select.ts';
import { identifyingFields, identityIn, userAgent, userAgentFor } from './identifying-fields.ts';

const open: RunningService[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const chosen = selectChecks(checks, { only: ['transport.*', 'voices.*'], profile: undefined });

/** A run, and the header fields of all requests that the service received. */
async function seenBy(options: JudgeTargetOptions = {}) {
  const received: IncomingHttpHeaders[] = [];
  const behaviour = validExcept({
    throughEdge: (answer, { headers }) => {
      received.push(headers);
      return answer;
    },
  });
  const service = await startService({ behaviour, seed: 1 });
  open.push(service);
  const { url, token, otherToken } = service;
  const { exchanges, findings } = await judgeTarget(url, chosen, { token, otherToken, timeoutMs: 3_000, ...options });
  return { received, exchanges, findings };
}

const sentIn = ({ request }: Exchange): string =>
  request.raw ?? request.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
const isUnspecified = ({ verdict }: { readonly verdict: { readonly is: string } }): boolean => verdict.is !== 'pass';

describe('every request of a run', () => {
  it('says who asks, and has an id that no other has, and that one exchange keeps', async () => {
    const { received, exchanges, findings } = await seenBy();
    expect(findings.filter(isUnspecified)).toEqual([]);
    expect(new Set(received.map((headers) => headers['user-agent']))).toEqual(new Set([userAgent]));
    const ids = received.map((headers) => String(headers['x-request-id']));
    expect(ids.length).toBeGreaterThan(50);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^assay-[0-9a-f]{12}-\d+(-\d)?$/);
    const sent = exchanges.map(sentIn);
    const keepers = ids.map((id) => sent.filter((text) => text.split(/\r?\n/).includes(`x-request-id: ${id}`)).length);
    expect(new Set(keepers)).toEqual(new Set([1]));
  });

  it('says and has what the caller gives in their place, once', async () => {
    const headers = [
      ['X-Request-ID', 'deploy-77'],
      ['User-Agent', 'gate'],
    ] as const;
    const { received, exchanges } = await seenBy({ headers });
    const said = received.map((each) => [each['user-agent'], each['x-request-id']].join(' '));
    expect(new Set(said)).toEqual(new Set(['gate deploy-77']));
    expect(exchanges.map(sentIn).filter((text) => text.includes('assay-'))).toEqual([]);
  });

  it('is shown as a line that has no use for the id', async () => {
    const { exchanges } = await seenBy();
    expect(exchanges.map((each) => curlOf(each)).filter((line) => /x-request-id/i.test(line))).toEqual([]);
    expect(exchanges.map((each) => curlOf(each)).join('\n')).toContain(`-H 'user-agent: ${userAgent}'`);
  });
});

describe('a recorded request', () => {
  it('stands for a call whichever version of assay sent it', () => {
    const own = { userAgent: 'assay/9.9.9 (+https://assay.example/docs)', requestId: 'assay-0123456789ab-7' };
    expect(identityIn([['accept', '*/*'], ...identifyingFields(own, [])])).toEqual(own);
  });
  it.each([
    ['user-agent', 'curl/8'],
    ['user-agent', 'assay/1\r\nauthorization: x'],
    ['x-request-id', 'assay-0123456789ab-7 or another'],
  ])('stands for none where it is not of assay: %s %j', (name, value) => {
    const recorded = [['user-agent', userAgent] as const, ['x-request-id', 'assay-0123456789ab-7'] as const].map(
      (field) => (field[0] === name ? ([name, value] as const) : field),
    );
    expect(identifyingFields(identityIn(recorded), [])).not.toEqual(recorded);
  });
});

describe('the user agent', () => {
  it('names the version, and the address of the project where the package has one', () => {
    expect(userAgentFor({ version: '1.2.3' })).toBe('assay/1.2.3');
    const url = 'https://assay.example/repo';
    expect(userAgentFor({ version: '1', repository: { url: `git+${url}.git` } })).toBe(`assay/1 (+${url})`);
    expect(userAgentFor({ version: '1', repository: 'x', homepage: url })).toBe(`assay/1 (+${url})`);
  });
  it('is that of this package', () => expect(userAgent).toMatch(/^assay\/\d+\.\d+\.\d+/));
});
