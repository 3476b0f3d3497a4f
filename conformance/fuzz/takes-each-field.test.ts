import { describe, expect, it } from 'vitest';
import { validExcept, type Behaviour } from '../../fixtures/index.ts';
import { refuse } from '../../fixtures/service/refusal.ts';
import { everyCheck } from '../every.ts';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { judgeService } from '../judged.testing.ts';
import { eachFieldIsAccepted } from './takes-each-field.ts';

const speech = (id: string, status: number, sent: object) => answered({ id, operation: 'speech', status, sent });

describe('the control of invalid speeches', () => {
  it('is an accepted valid one with each field that any of them has', () => {
    const seen = [
      speech('a', 200, { text: 'a', voice: 'alloy', speed: 1 }),
      speech('b', 400, { text: 'a', voice: 'alloy', format: 'wav' }),
      speech('c', 200, { text: 'a', voice: 'alloy', speed: 2, format: 'wav' }),
    ];
    const shown = eachFieldIsAccepted.shownIn(seen);
    expect('by' in shown && shown.by.map(({ id }) => id)).toEqual(['a', 'c']);
    const plain = eachFieldIsAccepted.shownIn([speech('d', 200, { text: 'a', voice: 'alloy' })]);
    expect('by' in plain && plain.by.map(({ id }) => id)).toEqual(['d']);
  });
  it('was not seen where all with a field were refused, or all of them', () => {
    const refused = [
      speech('a', 200, { text: 'a', voice: 'alloy', speed: 1 }),
      speech('b', 400, { text: 'a', voice: 'alloy', instructions: 'a' }),
    ];
    expect(eachFieldIsAccepted.shownIn(refused)).toEqual({
      because:
        'no valid speech with instructions was accepted, so that an invalid one that has it may be refused for it',
    });
    expect(eachFieldIsAccepted.shownIn([speech('a', 400, { text: 'a' })])).toEqual({
      because: 'no valid speech was accepted, so that nothing shows what these were refused for',
    });
  });
  it('keeps invalid speeches from passing where whatever has instructions is refused', async () => {
    const rejects = everyCheck.filter(({ id }) => id === 'speech.generated/rejects-invalid');
    const verdictOn = async (change: Partial<Behaviour>) =>
      (await judgeService(validExcept(change), rejects)).map(({ verdict }) => verdict.is);
    expect(await verdictOn({})).toEqual(['pass']);
    const refusing: Partial<Behaviour> = {
      instructionsOf: ({ instructions }) => (instructions === undefined ? undefined : refuse('bad-instructions')),
    };
    expect(await verdictOn(refusing)).toEqual(['inconclusive']);
  });
});
