import { expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { isUncoded } from './is-uncoded.ts';

const coded = (value: string, status = 200) => answered({ status, headers: [['Content-Encoding', value]] });

it('takes a body without a content coding', () => {
  for (const exchange of [answered({}), coded('identity'), coded('Identity '), coded('')])
    expect(isUncoded([exchange])).toEqual([]);
  expect(isUncoded([coded('gzip', 406)])).toMatchObject({ inconclusive: 'the answer was not a success (status 406)' });
});

it('finds one with a coding', () => {
  for (const [value, observed] of [
    ['gzip', 'gzip'],
    ['BR', 'br'],
  ] as const)
    expect(isUncoded([coded(value)])).toEqual([
      {
        subject: 'Content-Encoding',
        expected: 'none: the request accepts identity only',
        observed,
        reference: 'RFC 9110 12.5.3',
      },
    ]);
});
