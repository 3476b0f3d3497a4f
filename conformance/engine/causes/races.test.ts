import { expect, it } from 'vitest';
import { failure, knownFault, causesFor } from './causes.testing.ts';

const race = failure('metering.races/speeches-of-a-member', { subject: 'round', observed: 'none succeeded' });
const raceFault = knownFault('member-speech-race', [race.check]);

it('what uses show that are sent at once comes behind what they show in turn, and is like no race then', () => {
  const inTurn = failure('metering.members/speech-limit-leaves-chat-usable', { observed: 'status 402' });
  const causes = causesFor([race, inTurn], [raceFault]);
  expect(causes.map(({ checks }) => checks)).toEqual([[inTurn.check], [race.check]]);
  expect(causes[1]?.similar).toBeUndefined();
});
it('is like a race where all is charged rightly in turn, whatever else fails', () => {
  const causes = causesFor([race, failure('speech.speed/rejects-zero', { subject: 'length' })], [raceFault]);
  expect(causes.find(({ checks: [first] }) => first === race.check)?.similar).toBe('member-speech-race');
});
