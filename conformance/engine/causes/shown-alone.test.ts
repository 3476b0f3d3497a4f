import { expect, it } from 'vitest';
import { isShownAlone } from './shown-alone.ts';

const mismatch = { subject: 'status', expected: 'any but 5xx', observed: 'status 500' };

it.each([
  ['by a curl line', 'curl', [mismatch], true],
  ['by requests behind each other', 'command', [mismatch], false],
  ['by what comes and goes', 'command', [{ ...mismatch, answers: { wrong: 4, judged: 5, comesAndGoes: true } }], true],
  ['by what all answers show', 'command', [{ ...mismatch, answers: { wrong: 5, judged: 5 } }], false],
] as const)('what is shown %s', (_, reproduceBy, mismatches, is) => {
  expect(isShownAlone({ reproduceBy, mismatches } as unknown as Parameters<typeof isShownAlone>[0])).toBe(is);
});
