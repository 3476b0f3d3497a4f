import { expect, it } from 'vitest';
import { behaviourWith, valid, type Behaviour } from '../../fixtures/index.ts';
import { fuzzedOn } from './fuzzed.testing.ts';

const tripsOver = (letters: RegExp): Partial<Behaviour> => ({
  messageOf: (fields, operation) => {
    if (operation === 'chat' && letters.test(String(fields['message']))) throw new Error('it trips');
    return valid.messageOf(fields, operation);
  },
});

it.each([
  [/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/, 'message has a letter that is written from right to left, such as'],
  [/[\u2028\u2029]/, 'message has a line or paragraph separator, such as'],
])('a service that trips over letters of one kind has one defect: %s', { timeout: 60_000 }, async (letters, words) => {
  const { found } = await fuzzedOn(tripsOver(letters), { seed: 7, runs: 1_000, operations: ['chat'] });
  expect(found.map(({ finding }) => finding.check)).toEqual(['chat.generated/accepts-valid']);
  expect(JSON.stringify(found[0]?.finding)).toContain(words);
});

it('a service that trips over fast speeches by one voice has one defect, whatever the speed', async () => {
  const behaviour: Partial<Behaviour> = {
    speedOf: (fields) => {
      const speed = valid.speedOf(fields);
      if (fields['voice'] === 'nova' && typeof speed === 'number' && speed > 2) throw new Error('it trips');
      return speed;
    },
  };
  const { found } = await fuzzedOn(behaviour, { seed: 7, runs: 1_500, operations: ['speech'] });
  const valids = found.map(({ finding }) => finding.check).filter((check) => check.includes('accepts-valid'));
  expect(valids).toEqual(['speech.generated/accepts-valid']);
}, 60_000);

it('a service that clamps speeds has one defect, whichever speed beyond the bound shows it', async () => {
  const { found } = await fuzzedOn(behaviourWith({ fault: 'speed-clamped' }), {
    seed: 497_174_746,
    runs: 500,
    operations: ['speech'],
  });
  const invalids = found.map(({ finding }) => finding.check).filter((check) => check.includes('rejects-invalid'));
  expect(invalids).toEqual(['speech.generated/rejects-invalid']);
}, 60_000);
