import { expect, it } from 'vitest';
import { speechFormats } from '../../../contract/limits.ts';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { answered } from '../../sample-exchange.testing.ts';
import { speechAnswer } from '../sample-speech.testing.ts';
import { notInContainer } from '../speech-body.ts';
import { bytesMatchFormat } from './agrees-with-format.ts';
import { ifInFormat } from './comes-as.ts';
import { isAudibleInFormat } from './sounds.ts';

const wrong = [{ subject: 'audio', expected: 'sound', observed: 'silence' }];
const spoken = (format: (typeof speechFormats)[number]) => speechAnswer(encodeAudio(format, 'speech', 1));

it.each(speechFormats)('judges what comes as %s, and no other format in its place', async (format) => {
  const judge = ifInFormat(format, () => wrong);
  expect(await judge([spoken(format)])).toEqual(wrong);
  expect(await judge([spoken(format === 'mp3' ? 'wav' : 'mp3')])).toEqual(notInContainer(format));
});

it('judges what is surely of no other format, or no audio at all', async () => {
  const judge = ifInFormat('opus', isAudibleInFormat('opus'));
  expect(await judge([speechAnswer(Buffer.from('No voice today', 'latin1'))])).toMatchObject([
    { expected: 'audio that decodes' },
  ]);
  expect(await judge([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  expect(await judge([answered({ status: 500 })])).toMatchObject({
    inconclusive: 'the answer was not a success (status 500)',
  });
});

it('looks at the answer that it is told', async () => {
  const judge = ifInFormat('wav', bytesMatchFormat('mp3'), 0);
  expect(await judge([spoken('mp3'), spoken('mp3')])).toEqual(notInContainer('wav'));
  expect(await judge([spoken('wav'), spoken('mp3')])).toEqual([]);
  expect(await judge([spoken('wav'), spoken('wav')])).toMatchObject([{ expected: 'mp3' }]);
});
