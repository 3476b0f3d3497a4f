import { containerNamed } from '../../audio/containers.ts';
import { bytesText } from '../../bodies/bytes-text.ts';
import { onSuccess } from '../on-answer.ts';
import { audioIn, speechBodyOf } from './speech-body.ts';
import { typeNameOf } from '../../bodies/media-type.ts';

/** Where `contentType` names a container, the audio is in that container (2.6). */
export const isInItsContainer = onSuccess((answer) => {
  const contentType = speechBodyOf(answer)?.contentType;
  const audio = audioIn(answer);
  if (typeof contentType !== 'string' || audio === undefined)
    return { inconclusive: 'the answer carries no audio with a contentType' };
  const standard = containerNamed(typeNameOf(contentType))?.standard;
  const head = Buffer.from(audio.subarray(0, 8));
  if (standard === undefined || standard.head.test(head.toString('latin1'))) return [];
  const expected = `${standard.words} at its beginning, as ${contentType} says`;
  return [{ subject: 'audio', expected, observed: bytesText(head), kind: { is: 'audio' } }];
});
