import { expect, it } from 'vitest';
import { valid, validExcept } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

const otherCase = ['speech.voice/rejects-other-case', 'speech.voice/rejects-other-case-beside-others'];

it('leaves open a voice in another case that the list has too', async () => {
  const service = validExcept({ voices: [...valid.voices, 'Alloy'] });
  expect(
    verdictsIn(
      await judgeService(
        service,
        otherCase.flatMap((id) => checksNamed(id)),
      ),
    ),
  ).toEqual(otherCase.map(() => 'notApplicable: the voice list has Alloy, so that it is a supported voice (2.5)'));
});
