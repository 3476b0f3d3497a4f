import { describe, expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Finding } from '../../../model/run.ts';
import { failure } from '../causes.testing.ts';
import { causesOf } from '../causes.ts';
import { sameAtSpeedsIn } from './same-at-speeds.ts';

type Asked = { readonly text: string; readonly speed: number; readonly format?: string };

const text = 'The word of the day is hope, they say.';
const others = [
  'See you all in the old park today.',
  'Read me a tale of the sea and sand.',
  'We went to the lake with an aunt.',
];

/** Speeches, one each second: a letter takes 400 bytes, divided by the speed that `speedOf` returns. */
function spoken(asked: readonly Asked[], speedOf: (each: Asked) => number): readonly Exchange[] {
  return asked.map((each, at) => {
    const audio = Buffer.alloc(Math.round((400 * each.text.length) / speedOf(each)), each.text);
    const body = { audioBase64: audio.toString('base64'), contentType: 'audio/mpeg' };
    const exchange = answered({ id: `s#${at + 1}`, operation: 'speech', sent: { voice: 'alloy', ...each }, body });
    return { ...exchange, startedAt: `2026-11-30T08:00:${String(at).padStart(2, '0')}.000Z` };
  });
}

const shorter = { subject: 'length', expected: 'shorter' };

const failed = (...ids: readonly string[]): readonly Finding[] =>
  ['speech.speed/quickens', 'speech.again/at-another-speed', 'speech.text/x'].map((check) =>
    failure(check, { ...shorter, exchanges: ids }),
  );

function causesIn(exchanges: readonly Exchange[], all: readonly Finding[]) {
  const found = sameAtSpeedsIn(exchanges, all);
  return causesOf(all, { judged: new Set(), known: [], explained: found === undefined ? [] : [found] });
}

describe('what is the same sound at another speed', () => {
  const asked = [
    ...others.map((each) => ({ text: each, speed: 1 })),
    { text, speed: 1 },
    { text, speed: 4 },
    { text, speed: 0.5 },
    { text: 'Come to us on the last of May, please.', speed: 4 },
  ];
  /** The speed at which a text was asked for first. */
  const asKept = ({ text: of }: Asked): number => asked.find((each) => each.text === of)?.speed ?? 1;

  it('is kept where a text that is new comes at its speed', () => {
    const [cause, ...more] = causesIn(spoken(asked, asKept), failed('s#4', 's#5'));
    expect(more).toEqual([]);
    expect(cause?.title).toBe(
      'a text that was spoken before comes as it did then, at whichever speed it is asked for: 2 times the same sound',
    );
    expect(cause?.checks[0]).toBe('speech.again/at-another-speed');
    expect(cause?.counted).toContain('2 of 2 times the earlier sound comes again');
  });
  it('is of one format where others differ by their speed', () => {
    const inTwo = (['wav', 'mp3'] as const).flatMap((format) => asked.map((each) => ({ ...each, format })));
    const exchanges = spoken(inTwo, ({ format, speed }) => (format === 'wav' ? 1 : speed));
    const [cause] = causesIn(exchanges, failed('s#4', 's#5'));
    expect(cause?.title).toBe('speed changes nothing in wav: 2 of 2 times a text is the same sound at another speed');
    expect(cause?.checks[0]).toBe('speech.speed/quickens');
  });
  it('is of all speeches where a text that is new comes at the usual speed too', () => {
    const all = [
      ...failed('s#4', 's#5'),
      failure('speech.speed/changes-the-length', { ...shorter, exchanges: ['s#5'] }),
    ];
    const [cause, ...more] = causesIn(
      spoken(asked, () => 1),
      all,
    );
    expect(more).toEqual([]);
    expect(cause?.title).toBe('speed changes nothing: 2 of 2 times a text is the same sound at another speed');
    expect(cause?.checks[0]).toBe('speech.speed/changes-the-length');
    expect(cause?.counted).toContain('Is "speed" read');
    // Without a new text at a fast speed nothing tells it from a cache.
    expect(
      sameAtSpeedsIn(
        spoken(asked.slice(0, -1), () => 1),
        all,
      ),
    ).toBeUndefined();
  });
  it.each([
    ['some do', ({ speed }: Asked) => Math.max(speed, 1)],
    ['all do', ({ speed }: Asked) => speed],
  ])('is no cause of its own where %s', (_, speedOf) => {
    expect(sameAtSpeedsIn(spoken(asked, speedOf), failed('s#4', 's#5', 's#6'))).toBeUndefined();
  });
  it('is none where what fails is about other speeches', () => {
    expect(sameAtSpeedsIn(spoken(asked, asKept), failed('s#1', 's#2'))).toBeUndefined();
  });
});
