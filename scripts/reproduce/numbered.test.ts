import { expect, it } from 'vitest';
import { answered } from '../../conformance/expectations/sample-exchange.testing.ts';
import { numbered } from './numbered.ts';

const stepsOf = (...ids: readonly string[]) => ids.map((id) => answered({ id }));
const mismatch = {
  subject: 'status',
  expected: 'a refusal, as of a#1',
  observed: 'status 200',
  exchange: 'a#2',
  restsOn: ['a#1'],
};

it('names exchanges by the steps that were printed, first the one that it is about', () => {
  expect(numbered(mismatch, stepsOf('bots#1', 'a#1', 'a#2'))).toMatchObject({
    subject: 'request 3: status',
    expected: 'a refusal, as of request 2',
  });
});

it('names those of the last time, where a check was sent several times', () => {
  expect(numbered(mismatch, stepsOf('bots#1', 'a#1', 'a#2', 'bots#1', 'a#1', 'a#2'))).toMatchObject({
    subject: 'request 6: status',
    expected: 'a refusal, as of request 5',
  });
});
