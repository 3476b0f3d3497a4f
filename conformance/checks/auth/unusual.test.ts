import { describe, expect, it } from 'vitest';
import { faults, validExcept, type Behaviour } from '../../../fixtures/index.ts';
import { judgeService } from '../../judged.testing.ts';
import { checks } from '../../index.ts';
import { selectChecks } from '../../model/select.ts';

/** A server in front that takes the URL in a header field for that of the request; the voice list allows no POST. */
const rerouting: Partial<Behaviour> = {
  throughEdge: (answer, { headers }) =>
    headers['x-original-url'] === undefined ? answer : { status: 405, headers: {}, body: Buffer.alloc(0) },
};

const noOtherHeader = selectChecks(checks, { only: ['auth.unusual/no-other-header-is-enough'] });

describe('behind a front that routes by X-Original-URL', () => {
  it('the check passes where every other field is no token either', async () => {
    const [finding] = await judgeService(validExcept(rerouting), noOtherHeader);
    expect(finding?.verdict.is).toBe('pass');
  });
  it.each(['auth-skipped-for-a-user-id', 'auth-skipped-for-a-forwarded-user', 'auth-skipped-in-chunks'] as const)(
    'finds %s',
    async (fault) => {
      const [finding] = await judgeService(validExcept(faults[fault].change, rerouting), noOtherHeader);
      expect(finding?.verdict.is).toBe('fail');
    },
  );
});
