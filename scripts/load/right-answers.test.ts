import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LoadComparison } from '../../load/compare/comparison.ts';
import type { Load } from '../../load/verdict/load.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { serveMixing, type Mixing } from './mixing.testing.ts';

/** Fifty a second, two hundred in all. */
const rate = ['--arrivals', 'constant', '--rate', '50', '--duration', '4s', '--warmup', '0s', '--no-canary'];

type Loaded = {
  readonly code: number | null;
  readonly out: string;
  readonly load: Load;
  readonly folder: string;
  readonly wrong: readonly string[];
};

async function loaded(mixing: Mixing, flags: readonly string[] = [], scenario = 'stream'): Promise<Loaded> {
  await using service = await serveMixing(mixing);
  const folder = join(emptyFolder(), 'results');
  const target = ['--target', service.url, '--token', 'a-token-of-some-length', '--bot', 'b', '--out', folder];
  const { code, out } = await assay(['load', scenario, ...target, ...rate, '--slo', 'wrong<0.01%', ...flags]);
  const load = JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as Load;
  return { code, out, load, folder, wrong: [...service.wrong] };
}

function idsOf({ wrongAnswers = [] }: Load): readonly string[] {
  return wrongAnswers.map(({ id }) => id).toSorted();
}

describe.skipIf(k6IsMissing)('load finds', { timeout: 120_000 }, () => {
  it.each([
    ['stream', 'text'],
    ['chat', undefined],
  ])('%s replies that are those to other requests, each of them, and nothing else', async (scenario, content) => {
    const { code, out, load, folder, wrong } = await loaded({ is: 'mixed', every: 40 }, [], scenario);
    expect(out).toContain(
      `2 of 2 ${scenario} replies contained both marks of their requests, 2 repeated the whole message`,
    );
    expect(wrong.length).toBeGreaterThanOrEqual(2);
    expect(idsOf(load)).toEqual(wrong.toSorted());
    expect(load.failures).toEqual({ wrong: wrong.length });
    const { ok, measured } = load.counts;
    expect([ok, load.e2eMs.n, load.goodput?.count]).toEqual([measured - wrong.length, ok, ok]);
    expect(load.judged).toMatchObject({
      others: { n: measured, broke: wrong.length },
      own: { n: measured, broke: wrong.length },
    });
    // A busy machine makes the instrument invalid: a wrong answer is wrong all the same.
    expect(load.slo?.is).toBe('violated');
    expect(load.settings).toMatchObject({ repeats: scenario, ...(content !== undefined && { content }) });
    expect(code).toBe(1);
    expect(out).toContain(`the reply contains no random word of another request: ${ok} of ${measured}`);
    expect(out).toContain(`${idsOf(load)[0]} at `);
    expect(out).toMatch(new RegExp(`; ${wrong.length} answers were wrong\\n$`));
    expect(out).toContain(`--seed ${load.seed} --arrivals constant --rate 50 --duration 4s`);
    // Its bytes are there, and they are those of the other reply.
    expect(readdirSync(join(folder, 'wrong')).toSorted()).toEqual(idsOf(load).map((id) => `${id}.txt`));
    expect(readFileSync(join(folder, 'wrong', `${idsOf(load)[0]}.txt`), 'utf8')).toContain('You said');
    const report = readFileSync(join(folder, 'report.html'), 'utf8');
    expect(report).toContain('the reply holds the mark of another request');
    expect(report).toContain(`wrong/${idsOf(load)[0]}.txt`);
  });

  it('more of them than in an earlier run, when it is compared with that', async () => {
    const [a, b] = [await loaded({ is: 'nothing', every: 1 }), await loaded({ is: 'mixed', every: 10 })];
    const out = join(emptyFolder(), 'results');
    const said = await assay([
      'compare',
      a.folder,
      b.folder,
      '--fail-if',
      'wrong>+0.01%',
      '--only',
      'wrong',
      '--out',
      out,
    ]);
    // A busy machine makes a run invalid, which is not compared.
    const isCompared = [a, b].every(({ load }) => load.validity?.is === 'valid');
    expect(said.code).toBe(isCompared ? 1 : 3);
    if (!isCompared) return;
    const { quantities, failIf } = JSON.parse(readFileSync(join(out, 'compare.json'), 'utf8')) as LoadComparison;
    expect(quantities).toMatchObject([{ quantity: 'wrong', word: 'slower', unit: '%', a: 0 }]);
    expect(quantities[0]?.b).toBeCloseTo((100 * b.wrong.length) / b.load.counts.measured, 6);
    expect(failIf?.is).toBe('exceeded');
    for (const text of [
      said.out,
      ...['summary.md', 'report.html'].map((name) => readFileSync(join(out, name), 'utf8')),
    ])
      expect(text).toContain('more are wrong');
  });

  it('replies that are cut short, where the bot repeats', async () => {
    const { load, wrong } = await loaded({ is: 'cut', every: 40 });
    expect(idsOf(load)).toEqual(wrong.toSorted());
    expect(load.wrongAnswers?.[0]?.because).toMatch(
      /^the reply (is cut short: it )?lacks the (last mark|marks) of its/,
    );
  });

  it('mixed replies of a bot that repeats nothing, and asks no reply of it for its marks', async () => {
    const { out, load, wrong } = await loaded({ is: 'mixed', every: 40, bot: 'chats' });
    expect(out).toContain(
      'replies are not checked for marks (planted words): 0 of 1 stream replies contained both marks of their requests',
    );
    expect(idsOf(load)).toEqual(wrong.toSorted());
    expect(load.settings.repeats).toBeUndefined();
    expect(load.judged).not.toHaveProperty('own');
    expect(out).toContain('replies were not checked for the marks of their own requests');
  });

  it.each([
    ['of another run, as from a stale cache', 'stale', 'the reply holds the mark of another run'],
    ['that end as another one does', 'tail', 'the reply holds the mark of another request'],
  ] as const)('replies %s', async (_, is, because) => {
    const { load, wrong } = await loaded({ is, every: 40, bot: 'obeys' });
    expect(idsOf(load)).toEqual(wrong.toSorted());
    expect(new Set(load.wrongAnswers?.map((each) => each.because))).toEqual(new Set([because]));
  });

  it('sessions that several conversations are given', async () => {
    const flags = ['--turns', '1', '--rate', '20'];
    const { load, wrong } = await loaded({ is: 'session', every: 10 }, flags, 'conversation');
    // The first of them is the one that has it.
    expect(idsOf(load).length).toBe(wrong.length - 1);
    expect(load.judged?.['session']?.broke).toBe(wrong.length - 1);
  });

  it.each(['stream', 'chat'])(
    'no wrong %s of a bot that does as it is told, and forgets it now and then',
    async (by) => {
      const { out, load, wrong, folder } = await loaded({ is: 'polite', every: 40, bot: 'obeys' }, [], by);
      const { measured } = load.counts;
      expect([load.failures, load.settings.repeats, load.counts.ok]).toEqual([{}, `${by}-said`, measured]);
      expect(load.judged).toMatchObject({ others: { broke: 0 }, said: { n: measured, broke: wrong.length } });
      const missing = `n ${wrong.length} of ${measured} replies a mark of the request is missing`;
      for (const said of [missing, 'the bot says the marks that it is asked for']) {
        expect(out).toContain(said);
        expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain(said);
      }
      expect(load.slo?.is).toBe(load.validity?.is === 'valid' ? 'met' : 'inconclusive');
    },
  );

  describe('where half of the replies of a run say nothing of what was asked', () => {
    it('that they are wrong, if all that are asked for one at a time do, before it and after it', async () => {
      const { code, out, load, folder } = await loaded({ is: 'polite', every: 2, bot: 'obeys' });
      expect(out).toContain(', 0 repeated the whole message; 12 of 12 in all, asked one at a time');
      expect(load.settings.saidAlone).toEqual({ stream: { n: 12, said: 12 } });
      expect(out).toContain('load: asks for up to 60 replies one at a time: far more of the run lack');
      expect(load.marks?.operations['stream']).toMatchObject({
        alone: { n: 12, missing: 0 },
        after: { n: 60, missing: 0 },
      });
      expect([load.marksVerdict?.is, load.slo?.is, code]).toEqual(['wrong', 'violated', 1]);
      const says =
        /stream replies are cut off or exchanged under load\\*: a mark is missing in \d+ of 200, and asked one at a time in 0 of 12 before the run, in 0 of 60 after it, which no bot does by chance/;
      expect(out).toMatch(says);
      for (const file of ['report.html', 'summary.md', 'junit.xml'])
        expect(readFileSync(join(folder, file), 'utf8')).toMatch(says);
      // The folder alone says the same.
      await assay(['report', folder]);
      expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toMatch(says);
    });

    it('that they could not be judged, if there are no credits to ask after it', async () => {
      // 200 of the run, 2 to learn how the bot replies, 10 to tell how often it leaves out its marks.
      const flags = ['--content', 'text', '--max-credits', '212'];
      const { code, out, load, folder } = await loaded({ is: 'polite', every: 2, bot: 'obeys' }, flags);
      expect(load.settings.saidAlone).toEqual({ stream: { n: 12, said: 12 } });
      expect(load.marks?.operations['stream']).not.toHaveProperty('after');
      expect([load.marksVerdict?.is, code]).toEqual(['inconclusive', 2]);
      const says = load.marksVerdict?.says ?? 'nothing';
      expect(says).toMatch(/^whether stream replies are right could not be judged: a mark is missing in \d+ of 200,/);
      expect(out).toContain(`? ${says}`);
      for (const file of ['report.html', 'summary.md', 'junit.xml'])
        expect(readFileSync(join(folder, file), 'utf8')).toContain('run it again at a lower --rate');
    });

    it('nothing, if those after it say as little', async () => {
      const { load } = await loaded({ is: 'moody', every: 2, bot: 'obeys' });
      expect(load.marks?.operations['stream']?.after).toMatchObject({ n: 60 });
      expect(load.marksVerdict).toBeUndefined();
    });
  });

  it('nothing wrong with a bot that repeats in capitals, and the replies of it that are cut', async () => {
    const { load, wrong } = await loaded({ is: 'cut', every: 40, bot: 'shouts' });
    expect(load.settings.repeats).toBe('stream');
    expect(idsOf(load)).toEqual(wrong.toSorted());
  });

  it('nothing wrong with a bot that repeats the beginning of what it is told', async () => {
    const { load, out } = await loaded({ is: 'nothing', every: 1, bot: 'cuts' });
    expect([load.failures, load.settings.repeats]).toEqual([{}, undefined]);
    expect(out).toContain('0 of 1 stream replies contained both marks of their requests');
  });

  it('nothing wrong with a service that escapes letters in its JSON', async () => {
    const { load } = await loaded({ is: 'nothing', every: 1, escapes: true });
    expect([load.failures, load.settings.repeats]).toEqual([{}, undefined]);
  });

  it.each([
    ['stream', 'a page', 'page'],
    ['chat', 'a page', 'page'],
    ['stream', 'in UTF-16', 'charset'],
    ['chat', 'in UTF-16', 'charset'],
  ] as const)('%s replies that say of themselves that they are %s', async (scenario, _, is) => {
    const { code, out, load, wrong } = await loaded({ is, every: 40 }, [], scenario);
    expect(wrong.length).toBeGreaterThanOrEqual(2);
    expect(idsOf(load)).toEqual(wrong.toSorted());
    expect(load.judged?.['type']).toEqual({ n: load.counts.measured, broke: wrong.length });
    expect(load.slo?.is).toBe('violated');
    expect(code).toBe(1);
    const { measured, ok } = load.counts;
    expect(out).toContain(`the Content-Type is right for a stream, or for JSON: ${ok} of ${measured}`);
  });

  it('nothing where nothing is wrong', async () => {
    const { code, out, load } = await loaded({ is: 'nothing', every: 1 });
    expect([load.failures, load.wrongAnswers]).toEqual([{}, undefined]);
    expect(load.slo?.is).toBe(load.validity?.is === 'valid' ? 'met' : 'inconclusive');
    expect(code).toBe(load.validity?.is === 'valid' ? 0 : 2);
    const { measured } = load.counts;
    expect(out).toContain(`the reply repeats both random words of its request: ${measured} of ${measured}`);
    // Of one whose text came at once, as on a busy machine, no pace is told.
    expect(load.contentCharsPerS?.n).toBeGreaterThan(0);
  });

  it('less where all requests say the same, and says so', async () => {
    const { out, load } = await loaded({ is: 'mixed', every: 40 }, ['--same-input']);
    expect([load.failures, load.settings.repeats]).toEqual([{}, undefined]);
    const held = { n: load.counts.measured, broke: 0 };
    expect(load.judged).toEqual({ type: held, letters: held });
    expect(out).toContain('every request had the same text, so replies could not be distinguished');
  });
});
