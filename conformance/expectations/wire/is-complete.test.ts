import { describe, expect, it } from 'vitest';
import { areComplete, isComplete } from './is-complete.ts';
import { answered } from '../sample-exchange.testing.ts';

describe('isComplete', () => {
  it('takes a whole body, and one the probe left', () => {
    expect(isComplete([answered()])).toEqual([]);
    expect(isComplete([answered({ ending: 'left' })])).toEqual([]);
  });
  it('takes one that was read to its end, though not all of it is kept, and sound that is longer than any is read', () => {
    expect(isComplete([answered({ ending: 'unkept' })])).toEqual([]);
    const sound = `{"audioBase64":"${'A'.repeat(1_000)}`;
    expect(isComplete([answered({ ending: 'tooLong', body: sound })])).toEqual([]);
    expect(isComplete([answered({ ending: 'tooLong', body: '{"message":"and so on, ' })])).toMatchObject([
      { observed: 'more than assay reads, and no end, after 23 bytes' },
    ]);
  });
  it('says how much came of a broken one', () => {
    const brokenBy = 'the size of a chunk is not a hexadecimal number, at "zz"';
    expect(isComplete([answered({ ending: 'broken', brokenBy, body: 'half' })])).toMatchObject([
      { observed: `${brokenBy}, after 4 bytes` },
    ]);
    expect(isComplete([answered({ ending: 'cut', body: 'half' })])).toEqual([
      {
        subject: 'body',
        expected: 'as long as its framing says',
        observed: 'the connection closed before the body was whole, after 4 bytes',
        reference: 'RFC 9112 8',
      },
    ]);
  });
});

it('areComplete names the answer that is not whole', () => {
  const cut = answered({ id: 'stream#1', ending: 'cut', body: 'half' });
  expect(areComplete([cut, answered({ id: 'stream#2' })])).toMatchObject([{ subject: 'body', exchange: 'stream#1' }]);
  expect(areComplete([answered(), answered()])).toEqual([]);
});
