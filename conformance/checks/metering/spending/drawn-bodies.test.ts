import { describe, expect, it } from 'vitest';
import { isRefusal, refuse } from '../../../../fixtures/service/refusal.ts';
import { valid, validExcept } from '../../../../fixtures/index.ts';
import { nonceOf } from '../../../model/nonce.ts';
import { checksNamed, verdictsIn } from '../../../judged-at.testing.ts';
import { judgeService } from '../../../judged.testing.ts';
import { randomBadBody } from './drawn-bodies.ts';

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

describe('a body that is bad in a drawn way', () => {
  it.each([
    ['chat', 8],
    ['speech', 9],
  ] as const)('is each of those of a %s, by the seed', (metered, many) => {
    const words = seeds.map((seed) => nonceOf(seed, 'probe', 'word'));
    const drawn = words.map((word) => JSON.stringify(randomBadBody(metered, word)).replaceAll(word, 'word'));
    expect(new Set(drawn).size).toBe(many);
    expect(randomBadBody(metered, 'aword')).toEqual(randomBadBody(metered, 'aword'));
  });
});

/** Charges a chat whose message is null, as a service in another language might treat an absent message. */
const nullCharged = validExcept({
  messageOf: (fields, operation) =>
    fields['message'] === null ? refuse('missing-message', { field: 'null' }) : valid.messageOf(fields, operation),
  chargesRefused: (refusal) => isRefusal(refusal) && refusal.field === 'null',
});

describe('a charge for one kind of refusal', () => {
  const few = checksNamed('metering.uncharged/what-few-credits-refuse');
  it('is found by the seeds that draw it, and by no other', async () => {
    const found: boolean[] = [];
    for (const seed of [1, 6]) {
      const [verdict] = verdictsIn(await judgeService(nullCharged, few, { seed }));
      found.push(verdict?.startsWith('fail') ?? false);
    }
    expect(found).toEqual([false, true]);
  });
  it('is held against no service that takes what is bad, and charges it', async () => {
    const lenient = validExcept({
      fieldsOf: (value, operation) => {
        const fields = valid.fieldsOf(value, operation);
        return isRefusal(fields) && operation !== 'speech' ? { message: 'Hello!' } : fields;
      },
      messageOf: ({ message }) => (typeof message === 'string' && message !== '' ? message : 'Hello!'),
    });
    for (const seed of [1, 2, 3]) {
      const [verdict] = verdictsIn(await judgeService(lenient, few, { seed }));
      expect(verdict).not.toMatch(/^fail/);
    }
  });
});
