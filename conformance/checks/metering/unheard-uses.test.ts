import { expect, it } from 'vitest';
import { valid, withFault, type Behaviour } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';
import { validExcept } from '../../../fixtures/service/behaviour.ts';

/** A run that keeps no bytes beyond the first answer, so that no sound of a speech is kept. */
const runBytes = 1;
const id = 'metering.credit-balance/speech-costs-no-more-than-3';

const verdictOf = async (behaviour: Behaviour): Promise<string | undefined> =>
  verdictsIn(await judgeService(behaviour, checksNamed(id), { runBytes }))[0];

it('a speech was answered though its sound is not kept, so that what it cost is judged', async () => {
  expect(await verdictOf(valid)).toBe('pass');
  expect(await verdictOf(withFault('speech-costs-four'))).toMatch(/^fail/);
});
it('a long error that comes with 200 is no speech, and tells nothing of what it cost', async () => {
  const speechBody = () => ({ error: { code: 'no_voice', message: 'not now. '.repeat(4_000), details: null } });
  expect(await verdictOf(validExcept({ speechBody }))).toMatch(/^inconclusive: a speech got no usable answer/);
});
