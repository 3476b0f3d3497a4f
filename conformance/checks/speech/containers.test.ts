import { expect, it } from 'vitest';
import { validExcept } from '../../../fixtures/index.ts';
import { limitTexts } from '../../../fixtures/variants/input.variants.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

it('leaves open the frames of a FLAC where no text so long is spoken, and nothing else came as one', async () => {
  const service = validExcept(limitTexts(300, 413));
  const findings = await judgeService(service, checksNamed('speech.format/flac-frames-follow-each-other'));
  expect(verdictsIn(findings)).toEqual([
    'notApplicable: the document leaves open how long a text may be (8.2), and status 413 refuses this request',
  ]);
});
