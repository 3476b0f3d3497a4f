import { expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { areRefusedAgain } from './are-refused-again.ts';

const refused = answered({ status: 400 });
const taken = answered({ status: 200, id: 'c#2' });

it('is met where what was refused is refused again', () => {
  expect(areRefusedAgain([refused, refused, refused, answered({ status: 422 })])).toEqual([]);
});
it('names what was refused at first and taken when it was sent again', () => {
  expect(areRefusedAgain([refused, refused, refused, taken])).toMatchObject([
    { subject: 'status of c#2', expected: 'a refusal, any 4xx', exchange: 'c#2' },
  ]);
});
it('leaves to other checks what was taken both times', () => {
  expect(areRefusedAgain([refused, taken, refused, taken])).toEqual([]);
});
it('cannot be judged where nothing was refused at first', () => {
  expect(areRefusedAgain([taken, taken])).toEqual({ inconclusive: 'none of the requests was refused at first' });
});
