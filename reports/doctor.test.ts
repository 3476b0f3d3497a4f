import { expect, it } from 'vitest';
import { doctorText, doctorView, type Diagnostic } from './doctor.ts';

const endOf = (...looks: readonly Diagnostic[]): string | undefined =>
  doctorText(doctorView(looks), { colour: false, width: 80 }).split('\n').at(-1);

const note = (id: string): Diagnostic => ({ id, is: 'note', found: 'something', todo: 'look at it' });

it('ends with whether a check can run, and with a doubt where the target may be another one', () => {
  expect(endOf({ id: 'answers', is: 'ok', found: 'status 200' }, note('calibration'))).toBe('✓ A check can run');
  expect(endOf(note('answers'))).toBe('! A check can run, but look at what the target answers first');
  expect(endOf(note('answers'), { id: 'connection', is: 'missing', found: 'none' })).toBe('✗ Missing: connection');
});
