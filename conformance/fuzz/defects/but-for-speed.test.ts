import { expect, it } from 'vitest';
import { plain, type Input, type Member } from '../inputs/request.ts';
import { areAlikeButForSpeed } from './but-for-speed.ts';

const speech = (...members: readonly Member[]): Input => [
  { operation: 'speech', members: [['text', { text: 'a' }], ...members], spelling: plain },
];
const nova: Member = ['voice', { text: 'nova' }];
const at = (json: string): Member => ['speed', { json }];

it.each<readonly [string, Input, Input, boolean]>([
  ['two speeds', speech(nova, at('4')), speech(nova, at('2.01')), true],
  ['two voices', speech(nova, at('4')), speech(['voice', { text: 'echo' }], at('4')), false],
  ['a speed and none', speech(nova, at('4')), speech(nova), false],
  ['no speed in either', speech(nova), speech(nova), false],
])('%s', (_, one, other, areAlike) => {
  expect(areAlikeButForSpeed(one, other)).toBe(areAlike);
});
