import { chatCall, speechCall } from '../../model/calls.ts';
import type { Probe } from '../../model/probe.ts';
import { unknownBot } from '../chat/probes.ts';
import { least } from './probes.ts';

/** Invalid requests, one of each kind (2.2, 2.5): none is sent by another probe, so that the first of each is the first there is. */
const invalid = [
  speechCall({ ...least, speed: 4.75 }),
  speechCall({ ...least, voice: 'nobody-speaks-so' }),
  speechCall({ ...least, format: 'ogg4' }),
  speechCall({ voice: least.voice, instructions: 'Without a text.' }),
  chatCall('chat', `${unknownBot}-again`, { message: 'Hello, nobody!' }),
];

/** Each of them, and once it is answered the same again. */
export const refusedTwice: Probe = {
  name: 'each of several invalid requests twice',
  needs: ['token'],
  isCases: true,
  costs: { chats: 2, speeches: 8 },
  steps: [() => invalid, () => invalid],
};
