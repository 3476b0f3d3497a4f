import { expect, it } from 'vitest';
import { withFault } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

it.each([
  [
    'auth-two-headers-bare-400',
    'auth.token/twice-is-no-server-error',
    'auth.token/twice-has-the-error-object-where-refused',
  ],
  [
    'auth-beyond-ascii-bare-400',
    'auth.token/beyond-ascii-is-no-server-error',
    'auth.token/beyond-ascii-has-the-error-object',
  ],
] as const)('%s is no more than a SHOULD: the header never reached the service', async (fault, http, should) => {
  const findings = await judgeService(withFault(fault), checksNamed(http, should));
  expect(findings.map(({ level }) => level)).toEqual(['HTTP', 'SHOULD']);
  expect(verdictsIn(findings)).toEqual(['pass', expect.stringMatching(/^fail: /)]);
});

it('a token that is refused for a moment behind a wrong one of somebody else has not ended, and the rest is judged', async () => {
  const behaviour = withFault('auth-refused-for-a-moment-behind-a-wrong-one');
  const findings = await judgeService(
    behaviour,
    checksNamed(
      'auth.token/stays-accepted-behind-wrong-ones',
      'chat.request/accepts-least',
      'speech.speed/accepts-minimum',
    ),
  );
  expect(verdictsIn(findings)).toEqual([
    expect.stringMatching(
      /^fail: status: expected no 401, .* observed 401 behind \d requests? with a wrong token or none/,
    ),
    'pass',
    'pass',
  ]);
});
