import { expect, it } from 'vitest';
import { plainSpelling, type Deviation, type Input, type Member } from '../inputs/request.ts';
import { areAlikeButForSpeed } from './but-for-speed.ts';

const speech = (...members: readonly Member[]): Input => [
  { operation: 'speech', members: [['text', { text: 'a' }], ...members], spelling: plainSpelling },
];
const nova: Member = ['voice', { text: 'nova' }];
const deviating = (deviation: Deviation): Input => speech(nova).map((request) => ({ ...request, deviation }));
const set = (json: string): Input => deviating({ is: 'set', name: 'speed', json });
const twice = (first: string, second: string): Input => deviating({ is: 'doubled', name: 'speed', first, second });
const at = (json: string): Member => ['speed', { json }];

it.each<readonly [string, Input, Input, boolean]>([
  ['two speeds', speech(nova, at('4')), speech(nova, at('2.01')), true],
  ['two voices', speech(nova, at('4')), speech(['voice', { text: 'echo' }], at('4')), false],
  ['a speed and none', speech(nova, at('4')), speech(nova), false],
  ['two speeds beyond one bound, however they are written', set('4.00001'), set('18446744073709551617'), true],
  ['a speed beyond a bound, and one that comes twice beyond it', set('4e1'), twice('0', '9'), true],
  ['a speed beyond each bound', set('5'), set('0.2499'), false],
  ['a speed below the least, and zero', set('-1'), set('-0'), false],
  ['a number and a text', set('5'), set('"9"'), false],
  ['two texts', set('"0.2"'), set('"9"'), false],
  ['no speed in either', speech(nova), speech(nova), false],
])('%s', (_, one, other, areAlike) => {
  expect(areAlikeButForSpeed(one, other)).toBe(areAlike);
});
