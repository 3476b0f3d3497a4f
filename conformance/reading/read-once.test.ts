import { describe, expect, it } from 'vitest';
import { readOnce } from './read-once.ts';

type Source = { readonly bytes: number };

function counting(): { readonly read: (from: Source) => object; readonly times: () => number } {
  let times = 0;
  const read = readOnce(
    ({ bytes }: Source) => bytes,
    (from) => {
      times += 1;
      return { from };
    },
  );
  return { read, times: () => times };
}

describe('what is read once', () => {
  it('is the same for all who ask for it', () => {
    const { read, times } = counting();
    const sources = Array.from({ length: 1_000 }, () => ({ bytes: 100 }));
    const first = sources.map(read);
    expect(sources.map(read).every((each, at) => each === first[at])).toBe(true);
    expect(times()).toBe(1_000);
  });
  it('is held of long ones as far as there is room, the last ones longest', () => {
    const { read, times } = counting();
    const sources = Array.from({ length: 10 }, () => ({ bytes: 2 ** 18 }));
    sources.forEach(read);
    sources.slice(2).forEach(read);
    expect(times()).toBe(10);
    read(sources[0] ?? { bytes: 0 });
    expect(times()).toBe(11);
  });
  it('is held of one that is longer than the room until the next one comes', () => {
    const { read, times } = counting();
    const long = { bytes: 2 ** 25 };
    for (let time = 0; time < 3; time += 1) read(long);
    expect(times()).toBe(1);
    read({ bytes: 2 ** 25 });
    read(long);
    expect(times()).toBe(3);
  });
});
