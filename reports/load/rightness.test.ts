import { describe, expect, it } from 'vitest';
import type { Load } from '../../load/verdict/load.ts';
import { loadMarkdown } from './markdown.ts';
import { rightLines, correctnessTable, wrongTable } from './rightness.ts';
import { fullLoad, sampleLoad } from './sample-load.testing.ts';

const wrong = {
  counts: { ...sampleLoad().counts, ok: 39, failed: 1 },
  failures: { wrong: 1 },
  judged: {
    others: { n: 40, broke: 1 },
    own: { n: 40, broke: 0 },
    'made\u001bup': { n: 2, broke: 0 },
    constructor: { n: 1, broke: 0 },
  },
  wrongAnswers: [
    { id: '5f0c2a-17', atMs: 3400, because: 'the reply holds the mark of another request', kept: 'a.txt' },
  ],
} as const satisfies Partial<Load>;

describe('right answers in a report', () => {
  it('are told by what they were judged by, with what sends the same requests again', () => {
    expect(rightLines(sampleLoad(wrong))).toEqual([
      'the reply contains no random word of another request: 39 of 40',
      'the reply repeats both random words of its request: 40 of 40',
      'made\\u{1b}up: 2 of 2',
      'constructor: 1 of 1',
      '✗ 5f0c2a-17 at 3.4 s: the reply holds the mark of another request (wrong/a.txt)',
      '  to send the same requests again: npx assay load stream --target https://staging.example --bot bot-1 --seed 7 --arrivals poisson --rate 5 --duration 10s --max-in-flight 100 --warmup 2s --timeout 60s --content delta.text',
    ]);
    const markdown = loadMarkdown(sampleLoad(wrong));
    for (const said of ['### Wrong answers', '### Correct answers', '--seed 7', '5f0c2a', '39'])
      expect(markdown).toContain(said);
  });

  it.each([
    [
      { n: 20, right: 20, wrong: 0, inconclusive: 0 },
      '20 samples of the audio were decoded, none of them wrong; whether they hold their texts to the end is not judged',
    ],
    [
      { n: 1, right: 1, wrong: 0, inconclusive: 0 },
      '1 sample of the audio was decoded, and it is not wrong; whether they hold their texts to the end is not judged',
    ],
    [{ n: 3, right: 1, wrong: 2, inconclusive: 0 }, '3 samples of the audio were decoded: 1 right, 2 wrong'],
    [
      { n: 3, right: 1, wrong: 1, inconclusive: 1, because: 'too\u001blong' },
      '3 samples of the audio were decoded: 1 right, 1 wrong, 1 could not be judged (too\\u{1b}long)',
    ],
  ])('say what was heard of the audio: %j', (samplesHeard, said) => {
    expect(rightLines(sampleLoad({ samplesHeard }))).toEqual([said]);
    expect(correctnessTable(sampleLoad({ samplesHeard })).lead).toContain(`${said}.`);
  });

  it('say as what raw samples were taken, of which nothing says how fast they are', () => {
    const { settings } = sampleLoad();
    const { speech } = fullLoad();
    const of = (format: string): Load => sampleLoad({ settings: { ...settings, format }, ...(speech && { speech }) });
    expect(rightLines(of('pcm')).join()).toContain('raw PCM was taken as 16 bits, mono, 24 kHz');
    expect(correctnessTable(of('pcm')).lead).toContain('Raw PCM was taken as 16 bits, mono, 24 kHz');
    expect(rightLines(of('wav')).join()).not.toContain('raw PCM');
  });

  it('say which of the wrong answers are in no figure', () => {
    const warm = { id: '5f0c2a-1', atMs: 200, because: 'the reply is empty', unmeasured: true } as const;
    const { lead, rows } = wrongTable(sampleLoad({ ...wrong, wrongAnswers: [warm, ...wrong.wrongAnswers] }));
    expect(lead).toContain('The first of them, 1 in the warm-up or after the measured time, which no figure counts,');
    expect(rows.map(([, at]) => at)).toEqual(['200 ms, not measured', '3.4 s']);
    expect(wrongTable(sampleLoad(wrong)).lead).not.toContain('no figure');
  });

  it('show where the sound of a wrong answer is, where the answer itself was not kept', () => {
    const [first] = wrong.wrongAnswers;
    const files = [{ sample: 'a.mp3' }, { kept: 'b.txt', sample: 'b.mp3' }, {}].map((kept) => {
      const { id, atMs, because } = first;
      return sampleLoad({ ...wrong, wrongAnswers: [{ id, atMs, because, ...kept }] });
    });
    expect(files.map((load) => wrongTable(load).rows[0]?.at(-1))).toEqual(['audio/a.mp3', 'wrong/b.txt', 'not kept']);
    const ends = files.map((load) =>
      rightLines(load)
        .find((line) => line.startsWith('✗'))
        ?.replace(/.*request/, ''),
    );
    expect(ends).toEqual([' (audio/a.mp3)', ' (wrong/b.txt)', '']);
  });

  it('says how the bot gives back the marks, and that to forget them is no mistake', () => {
    const lines = (repeats: string, broke: number): readonly string[] =>
      rightLines(
        sampleLoad({
          judged: { others: { n: 40, broke: 0 }, said: { n: 40, broke } },
          settings: { ...sampleLoad().settings, repeats },
        }),
      ).slice(1);
    expect(lines('stream-said', 3)).toEqual([
      'the bot said both marks that it was asked for: 37 of 40',
      'in streams the bot says the marks that it is asked for',
      'in 3 of 40 replies a mark of the request is missing: the bot may not have followed the instruction, or the reply was cut off; these single replies are not counted as wrong',
    ]);
    expect(lines('stream-said,chat,recall,made-up', 0).slice(1)).toEqual([
      'in streams the bot says the marks that it is asked for',
      'each chat carried two random words, which a bot that repeats its message echoes',
    ]);
  });

  it('say how many streams ended in an event with an error, and which was the first', () => {
    const requests = { by: 'ttft', slowest: [], failed: [], points: [], failures: [], outcomes: [] } as const;
    const first = { id: 'run-4', index: 4, operation: 'stream', intended: 1530, events: [], eventCount: 7, end: 1900 };
    const said = (streams: number): Load =>
      sampleLoad({
        judged: { own: { n: 40, broke: 0 }, noError: { n: streams, broke: streams } },
        failuresAtMost: { streams, n: 40, share: streams / 40, interval: [0, 0.5] },
        requests: { ...requests, endedInError: [{ ...first, outcome: 'ok' }] },
      });
    const why =
      'at 1.5 s: they may have failed, as the document does not show what events contain, so that failures and goodput are told as a range, and times without them';
    expect(rightLines(said(12))).toEqual([
      'the reply repeats both random words of its request: 40 of 40',
      `? 12 streams ended in an event with an error object, the first run-4 ${why}`,
    ]);
    expect(rightLines(said(1)).at(-1)).toBe(
      `? 1 stream ended in an event with an error object, the first run-4 ${why}`,
    );
    expect(correctnessTable(said(12)).lead).toContain('12 streams ended in an event with an error object');
  });

  it('says why replies are judged less, and nothing where none was judged', () => {
    const others = { others: { n: 40, broke: 0 } };
    const said = (parts: Partial<Load>, settings: Partial<Load['settings']> = {}): string | undefined =>
      rightLines(sampleLoad({ ...parts, settings: { ...sampleLoad().settings, ...settings } })).at(-1);
    expect(said({ judged: others }, { repeatsFrom: '0 of 1 stream replies' })).toBe(
      'replies were not checked for the marks of their own requests: 0 of 1 stream replies',
    );
    expect(said({ judged: others })).toMatch(/: it was not learned whether the bot repeats them$/);
    expect(said({ judged: { letters: { n: 40, broke: 0 } } }, { sameInput: true })).toMatch(
      /^every request had the same/,
    );
    expect(said({ judged: { letters: { n: 40, broke: 0 } } })).toBe('the text is UTF-8: 40 of 40');
    expect(said({})).toBeUndefined();
  });
});
