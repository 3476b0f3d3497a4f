import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { failure } from '../causes/causes.testing.ts';
import { temporaryRefusalsIn } from './temporary-refusals.ts';

it('counts the answers that only say "not now", by their status', () => {
  const seen = [429, 502, 429, 200, 400, 500].map((status, at) => answered({ id: `t#${at}`, status }));
  expect(temporaryRefusalsIn(seen)).toEqual({
    temporaryRefusals: [
      { status: 429, answers: 2 },
      { status: 502, answers: 1 },
    ],
  });
});
it('has nothing to tell of others', () => {
  expect(temporaryRefusalsIn([answered({ id: 't#1' })])).toEqual({});
});
it('leaves out those that a check was to be told, and was judged by', () => {
  const seen = [0, 1, 2, 3].map((at) => answered({ id: `t#${at}`, status: 429 }));
  const of = (check: string, is: 'pass' | 'fail' | 'inconclusive', id: string) =>
    failure(check, { verdict: is === 'pass' ? { is } : { is, because: 'it was refused' }, exchanges: [id] });
  const findings = [of('c/a', 'pass', 't#0'), of('c/b', 'fail', 't#1'), of('c/c', 'inconclusive', 't#2')];
  const everyone = [...findings, of('c/every', 'fail', 't#3')];
  expect(temporaryRefusalsIn(seen, everyone, [{ id: 'c/every', ofEvery: () => true }])).toEqual({
    temporaryRefusals: [{ status: 429, answers: 2 }],
  });
  // The attempts before a judged one were sent to see whether the refusal stays; those before a success were not.
  const again = { ...answered({ id: 't#0.2', status: 429 }), attempt: 2 };
  const [first = again] = seen;
  expect(temporaryRefusalsIn([first, again], [of('c/a', 'pass', again.id)])).toEqual({});
  const taken = { ...answered({ id: 't#0.2' }), attempt: 2 };
  expect(temporaryRefusalsIn([first, taken], [of('c/a', 'pass', taken.id)])).toEqual({
    temporaryRefusals: [{ status: 429, answers: 1 }],
  });
});
it('leaves out those that are known to say something else', () => {
  const seen = ['t#0', 't#1'].map((id) => answered({ id, status: 429 }));
  expect(temporaryRefusalsIn(seen, [], [], ({ id }) => id === 't#0')).toEqual({
    temporaryRefusals: [{ status: 429, answers: 1 }],
  });
});
