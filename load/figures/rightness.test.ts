import { describe, expect, it } from 'vitest';
import { judgedLoad } from '../verdict/judged-load.ts';
import { loadOf } from '../verdict/judged.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { firstWrong, tallyJudgedRules } from './rightness.ts';
import { record } from '../records/records.testing.ts';

/** Every tenth reply is mixed up: it holds another's mark, and not its own. */
function judged(index: number): Partial<RequestRecord> {
  const isWrong = index % 10 === 0;
  return {
    judged: index % 2 === 0 ? 'letters others own session' : 'letters others own',
    ...(isWrong && { outcome: 'wrong', broke: 'others own', because: 'mixed up', answerKept: `${index}.txt` }),
  };
}

describe('right answers', () => {
  it('are counted by what they were judged by', () => {
    const { judged: told, wrongShare } = loadOf({ change: judged });
    expect(told).toEqual({
      letters: { n: 120, broke: 0 },
      others: { n: 120, broke: 12 },
      own: { n: 120, broke: 12 },
      session: { n: 60, broke: 0 },
    });
    expect(wrongShare).toMatchObject({ n: 120, share: 0.1 });
  });

  it('are counted alike in parts that are merged, and whatever a record says', () => {
    const [one, other, all] = [tallyJudgedRules(), tallyJudgedRules(), tallyJudgedRules()];
    for (let index = 0; index < 100; index += 1) {
      const each = record(index, judged(index));
      (index < 30 ? one : other).add(each);
      all.add(each);
    }
    one.merge(other);
    expect(one.result()).toEqual(all.result());
    for (let index = 0; index < 10_000; index += 1) one.add(record(index, { judged: ` made-up-${index}  own` }));
    expect(Object.keys(one.result()).length).toBeLessThanOrEqual(64);
    expect(one.result()['own']?.n).toBe(10_100);
  });

  it('are told apart from the first wrong ones, in the order of their intended times', () => {
    const wrong = firstWrong();
    for (let index = 300; index >= 0; index -= 1) wrong.add(record(index, judged(index)), index > 111);
    expect(wrong.result()).toHaveLength(20);
    const first = { id: '8579e9cd7487-110', atMs: 55_000, because: 'mixed up', kept: '110.txt' };
    expect(wrong.result()[0]).toEqual({ ...first, unmeasured: true });
    expect(wrong.result().at(-1)).not.toHaveProperty('unmeasured');
    expect(loadOf().wrongAnswers).toBeUndefined();
  });
});

describe('characters per second', () => {
  it('are those of a reply after its first text, over the time from that to its last', () => {
    // Three events 20 ms apart, the first of which carries none.
    const { contentCharsPerS } = loadOf({
      change: (index) => ({
        contentChars: 30,
        firstContentChars: 10,
        others: [0],
        firstContent: index * 500 + 120,
      }),
    });
    expect(contentCharsPerS).toMatchObject({ n: 120, p50: 1000, max: 1000 });
    // An event without text ends it.
    const ended = loadOf({ change: () => ({ contentChars: 30, firstContentChars: 10, others: [2] }) });
    expect(ended.contentCharsPerS).toMatchObject({ n: 120, p50: 1000 });
  });

  it('are a range where the last events came in one read', () => {
    const { contentCharsPerS } = loadOf({
      change: (index) => {
        const at = index * 500 + 100;
        return {
          contentChars: 30,
          firstContentChars: 10,
          events: [at, at + 20, at + 40, at + 40],
          early: 1,
          earlyAt: [2],
          coalesced: 1,
        };
      },
    });
    expect(contentCharsPerS).toMatchObject({ p50: 500 });
    const open = loadOf({
      change: (index) => {
        const at = index * 500 + 100;
        return { contentChars: 30, firstContentChars: 10, events: [at, at + 20, at + 40], early: 1, earlyAt: [2] };
      },
    });
    expect(open.contentCharsPerS).toMatchObject({ p50: 1000, atLeast: { p50: 500 } });
  });

  it('are not told by records that lack how much the first text was', () => {
    expect(loadOf({ change: () => ({ contentChars: 30 }) }).contentCharsPerS).toBeUndefined();
  });

  it('are not told of what came at once, nor where no rule tells', () => {
    expect(loadOf().contentCharsPerS).toBeUndefined();
    const atOnce = loadOf({
      change: (index) => ({ contentChars: 30, firstContentChars: 30, events: [index * 500 + 100] }),
    });
    expect(atOnce.contentCharsPerS).toBeUndefined();
  });

  it('stand in a load that is judged', () => {
    const load = judgedLoad(loadOf({ change: () => ({ contentChars: 30, firstContentChars: 10 }) }));
    expect(load.contentCharsPerS?.p50).toBe(500);
  });
});
