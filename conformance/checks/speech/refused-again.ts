import { chatCall, speechCall } from '../../model/calls.ts';
import type { Probe } from '../../model/probe.ts';
import { unknownBotId } from '../chat/probes.ts';
import { minimalSpeechFields } from './probes.ts';

/** Invalid requests, one of each kind (2.2, 2.5): none is sent by another probe, so that the first of each is the first there is. */
const invalid = [
  speechCall({ ...minimalSpeechFields, speed: 4.75 }),
  speechCall({ ...minimalSpeechFields, voice: 'nobody-speaks-so' }),
  speechCall({ ...minimalSpeechFields, format: 'ogg4' }),
  speechCall({ voice: minimalSpeechFields.voice, instructions: 'Without a text.' }),
  chatCall('chat', `${unknownBotId}-again`, { message: 'Hello, nobody!' }),
];

/** Each of them, and once it is answered the same again. */
export const invalidRequestsTwice: Probe = {
  name: 'each of several invalid requests twice',
  needs: ['token'],
  isCases: true,
  costs: { chats: 2, speeches: 8 },
  steps: [() => invalid, () => invalid],
};
