import { describe, expect, it } from 'vitest';
import { levelsOfSettings, levelsOf, parseLevels } from './levels.ts';

describe('the levels of a sweep', () => {
  it.each([
    ['1,2,4,8', [1, 2, 4, 8]],
    [' 1, 3 ', [1, 3]],
    ['16', [16]],
    ['1,2,4,...,64', [1, 2, 4, 8, 16, 32, 64]],
    ['1,2,4,…,50', [1, 2, 4, 8, 16, 32, 50]],
    ['10,15,...,30,100', [10, 15, 20, 25, 30, 100]],
  ])('%s are those', (text, users) => {
    expect(parseLevels(text)).toEqual({ is: 'users', users });
  });

  it.each(['', '0', '1,2,2', '4,2', '1,x', '1.5', '1e3', '...,4', '1,...,4', '1,2,...', '1,2,...,2', '1,2,6000'])(
    '%j are none',
    (text) => {
      expect(parseLevels(text)).toMatchObject({ is: 'wrong' });
    },
  );

  it('are no more than a run can hold', () => {
    const rising = Array.from({ length: 41 }, (_, place) => place + 1).join(',');
    expect(parseLevels(rising)).toMatchObject({ because: expect.stringContaining('at most 40 levels') });
    expect(parseLevels('1,2,3,...,5000')).toMatchObject({ because: expect.stringContaining('at most 40 levels') });
  });

  it('are longer where few users get few answers, unless a length was asked for', () => {
    expect(levelsOf([1, 2, 3, 64], undefined).map(({ durationMs }) => durationMs)).toEqual([
      60_000, 30_000, 20_000, 20_000,
    ]);
    expect(levelsOf([1, 64], 5_000).map(({ durationMs }) => durationMs)).toEqual([5_000, 5_000]);
  });

  it('are read from settings as they stand there, and are none where a file holds anything else', () => {
    expect(levelsOfSettings({ concurrency: '1,8', levelMs: '60000,20000' })).toEqual([
      { users: 1, durationMs: 60_000 },
      { users: 8, durationMs: 20_000 },
    ]);
    for (const levelMs of ['60000', 'soon,20000', '0,1', ''])
      expect(levelsOfSettings({ concurrency: '1,8', levelMs })).toBeUndefined();
    expect(levelsOfSettings({ concurrency: '1,800000000', levelMs: '1,1' })).toBeUndefined();
  });
});
