import { expect, it } from 'vitest';
import { valid, validExcept, withFault, type Behaviour } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

const asked = checksNamed('chat.flags/replies-stay-in-their-session');
const judged = async (behaviour: Behaviour) => verdictsIn(await judgeService(behaviour, asked));

/** Each stream ends behind the first planted word of the reply. */
const cutStreams = validExcept({
  piecesOf: (text, events) => valid.piecesOf(/^[^]*?zq[a-z]{10}/.exec(text)?.[0] ?? text, events),
});

it('a flag has lost nothing that streams without a flag lack too', async () => {
  expect(await judged(cutStreams)).toEqual([
    'notApplicable: replies without a flag did not all say what was told before them either; name a bot that does with --bot',
  ]);
});

it('a flag has lost what streams without a flag say', async () => {
  expect(await judged(withFault('memory-left-out-with-web-search'))).toEqual([expect.stringMatching(/^fail: /)]);
});
