import { describe, expect, it } from 'vitest';
import { valid, validExcept, type Behaviour } from '../../../fixtures/index.ts';
import { judgeService } from '../../judged.testing.ts';
import { propertyChecks } from '../../fuzz/checks.ts';
import { meteringClauses } from './index.ts';

const charged = propertyChecks.filter(({ id }) => id.startsWith('metering.'));
const checks = [...meteringClauses.flatMap((each) => each.checks), ...charged];

/** Replaces answers by a valid error object with this status. */
function refusing(status: number, isRefused: (operation?: string) => boolean = () => true): Partial<Behaviour> {
  const body = JSON.stringify({ error: { code: 'no', message: 'No.', details: {} } });
  return {
    throughEdge: (answer, _call, operation) =>
      isRefused(operation) ? { status, headers: { 'content-type': 'application/json' }, body } : answer,
  };
}

const isUse = (operation?: string): boolean => ['chat', 'stream', 'speech'].includes(operation ?? '');

describe('a service that does nothing passes no check of metering', () => {
  it.each([
    ['answers 404 to everything', refusing(404)],
    ['answers 402 to everything', refusing(402)],
    ['refuses every token with 403', refusing(403)],
    ['lists what it has, and answers every use with 402', refusing(402, isUse)],
    ['lists what it has, and answers every use with 404', refusing(404, isUse)],
    ['lists what it has, and refuses every use with 403', refusing(403, isUse)],
  ] as const)('one that %s', async (_, change) => {
    const findings = await judgeService(validExcept(change), checks);
    expect(findings.filter(({ verdict }) => verdict.is === 'pass').map(({ check }) => check)).toEqual([]);
  });
  // Takes long: the token of a new workspace is tried again after a pause.
  it('one that knows no token, of what must be refused or comes at once', async () => {
    const some = checks.filter(({ id }) => /^metering\.(mixed|refusal|races|counts|spent-token|any)\//.test(id));
    const findings = await judgeService(validExcept({ accountFor: () => undefined }), some);
    expect(findings.filter(({ verdict }) => verdict.is === 'pass').map(({ check }) => check)).toEqual([]);
    // Without access nothing is known of the charges of a workspace.
    const accused = findings.filter(({ verdict }) => verdict.is === 'fail');
    expect(accused.map(({ check }) => check)).toEqual([]);
  });
  it('and one that lives passes them all', async () => {
    const findings = await judgeService(valid, checks);
    expect(findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
  });
});
