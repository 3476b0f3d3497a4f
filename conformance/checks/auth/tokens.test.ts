import { expect, it } from 'vitest';
import { withFault } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgedOn } from '../../judged.testing.ts';

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
  const findings = await judgedOn(withFault(fault), checksNamed(http, should));
  expect(findings.map(({ level }) => level)).toEqual(['HTTP', 'SHOULD']);
  expect(verdictsIn(findings)).toEqual(['pass', expect.stringMatching(/^fail: /)]);
});
