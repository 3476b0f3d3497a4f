import { expect, it } from 'vitest';
import { plainReason, plainShownMismatch } from './plain-change.ts';

const race = 'race {"kind":"credit-balance","credits":3}';

it('tells the calls of a probe by their places, not by its name', () => {
  const shown = {
    subject: `status of ${race}#2`,
    expected: 'status 402',
    observed: `status 200, as of ${race}#1`,
    exchange: `${race}#2`,
    exchanges: [`${race}#1`, `${race}#2`],
    reproduce: '',
  };
  const { subject, observed } = plainShownMismatch(shown);
  expect([subject, observed]).toEqual(['status of call 2', 'status 200, as of call 1']);
  const because = `status of ${race}#2: expected status 402, observed status 200, as of ${race}#1`;
  expect(plainReason({ is: 'fail', because }, shown)).toBe(
    'status of call 2: expected status 402, observed status 200, as of call 1',
  );
});

it('leaves out the name of the only call, and of one among many answers', () => {
  const shown = { subject: 'status of c#2', expected: 'a', observed: 'b', exchange: 'c#2', reproduce: '' };
  expect(plainShownMismatch(shown).subject).toBe('status');
  const because = 'bot: expected a botId, observed {} (22 of 22 answers, such as list bots as token#1)';
  expect(plainReason({ is: 'fail', because }, undefined)).toBe('bot: expected a botId, observed {} (22 of 22 answers)');
  expect(plainReason({ is: 'pass' }, undefined)).toBe('');
});
