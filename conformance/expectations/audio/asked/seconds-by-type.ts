import type { Answer } from '../../../model/exchange.ts';
import { areOf16Bits } from '../raw-samples.ts';
import { audioIn, speechBodyOf } from '../speech-body.ts';
import { typeParametersOf } from '../../../bodies/media-type.ts';
import { countAudibleBytes } from './raw-pcm.ts';

const bytesOfSample = 2;

/**
 * The seconds that raw samples of 16 bits last, silence before and after left out, at the `rate` of their media type: of
 * as many channels as it states, else of one and of two. Undefined where it states no rate, and where the samples may
 * be of another width.
 */
export function secondsByType(answer: Answer): readonly number[] | undefined {
  const contentType = speechBodyOf(answer)?.contentType;
  const audio = audioIn(answer);
  if (typeof contentType !== 'string' || audio === undefined) return undefined;
  const parameters = typeParametersOf(contentType);
  const [rate, channels] = [countOf(parameters.get('rate')), countOf(parameters.get('channels'))];
  if (rate === undefined || !areOf16Bits(audio)) return undefined;
  const samples = countAudibleBytes(audio) / bytesOfSample;
  return (channels === undefined ? [1, 2] : [channels]).map((each) => samples / each / rate);
}

function countOf(value: string | undefined): number | undefined {
  return value !== undefined && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : undefined;
}
