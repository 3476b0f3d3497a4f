import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { speechFormats, type SpeechFormat } from '../../../conformance/contract/limits.ts';
import { encodeAudio, type Recording } from '../../../fixtures/audio/encode.ts';
import { startService, type Behaviour } from '../../../fixtures/index.ts';
import type { Load } from '../../../load/verdict/load.ts';
import type { JudgedSample } from '../../../load/evidence/judged-samples.ts';
import { k6IsMissing } from '../../../load/runner/needs-k6.testing.ts';
import { readRequests } from '../../../load/records/reading.ts';
import { fileBounds } from '../../reading/file-bounds.ts';
import { assay, emptyFolder, startAssay } from '../../testing/run-assay.testing.ts';
import { judgeSamples } from './judge-samples.ts';

const words = 'The tides of winter turn bridges between islands into old maps. ';

type Sample = { readonly audio: Uint8Array; readonly asked?: unknown; readonly format?: string };

function folderWith(samples: readonly Sample[]): string {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'audio'));
  for (const [index, { audio, asked, format = 'mp3' }] of samples.entries()) {
    writeFileSync(join(folder, 'audio', `r-${index}.${format}`), audio);
    const json = typeof asked === 'string' ? asked : JSON.stringify(asked);
    if (asked !== undefined) writeFileSync(join(folder, 'audio', `r-${index}.json`), json);
  }
  return folder;
}

async function heard(...samples: readonly Sample[]): Promise<readonly JudgedSample[]> {
  return (await judgeSamples(folderWith(samples), 'r'))?.samples ?? [];
}

const spoken = (format: SpeechFormat, recording: Recording, seconds = 4, text = words): Sample => ({
  audio: encodeAudio(format, recording, seconds),
  asked: { text, voice: 'alloy', format },
  format,
});

describe('a sample of what was spoken', () => {
  it.each(speechFormats)('is right where it is sound, and wrong where it is silence: %s', async (format) => {
    const [right, wrong] = await heard(spoken(format, 'speech by alloy: a'), spoken(format, 'silence'));
    expect(right).toEqual({ id: 'r-0', is: 'right' });
    expect(wrong).toMatchObject({ id: 'r-1', is: 'wrong' });
    expect(wrong?.because).toMatch(/^audio, decoded: expected sound, observed silence: /);
  });

  it('is wrong where it does not decode, is of another format, or not whole', async () => {
    const { audio, ...asked } = spoken('mp3', 'speech by alloy: a');
    const samples = await heard(
      { ...asked, audio: Buffer.alloc(4_000, 'no audio ') },
      { ...asked, audio: encodeAudio('flac', 'speech by alloy: b', 4) },
      { ...asked, audio: audio.subarray(0, audio.length - 200) },
    );
    expect(samples.map(({ is }) => is)).toEqual(['wrong', 'wrong', 'wrong']);
    expect(samples.map(({ because = '' }) => because.replace(/.*decoded: /, '').replace(/, observed.*/, ''))).toEqual([
      'expected audio that decodes',
      'expected mp3',
      'expected whole audio',
    ]);
  });

  it('is wrong where it lasts no longer than another does for a fraction of its text', async () => {
    const all = await heard(
      spoken('mp3', 'speech by alloy: a', 3, words),
      spoken('mp3', 'speech by alloy: b', 3, words.repeat(6)),
      spoken('mp3', 'speech by alloy: c', 18, words.repeat(6)),
    );
    expect(all.map(({ is }) => is)).toEqual(['right', 'wrong', 'right']);
    expect(all[1]?.because).toMatch(/^length of alloy as mp3 \(r-1\) with \d+ letters, decoded: expected more than /);
  });

  it('is wrong where words are silence that are longer than those of most prose', async () => {
    const text = 'Compilers remember mountains; violinists remember compilers.';
    expect((await heard(spoken('mp3', 'silence', 4, text)))[0]?.because).toContain('expected sound');
    const [silent] = await heard({ ...spoken('mp3', 'silence'), asked: { text, voice: 'alloy' } });
    expect(silent).toEqual({ id: 'r-0', is: 'inconclusive', because: 'the text has no words' });
  });

  it('is not judged where nobody knows what it should say, and in the order in which it was asked for', async () => {
    const silent = encodeAudio('mp3', 'silence', 2);
    const samples = Array.from({ length: 11 }, () => spoken('mp3', 'speech by alloy: a'));
    const all = await heard({ audio: silent }, { audio: silent, asked: { text: '?!', voice: 'alloy' } }, ...samples);
    expect(all.slice(0, 2)).toEqual([
      { id: 'r-0', is: 'inconclusive', because: 'it is not known what was asked' },
      { id: 'r-1', is: 'inconclusive', because: 'the text has no words' },
    ]);
    expect(all.slice(2).map(({ id, is }) => `${id} ${is}`)).toEqual(samples.map((_, at) => `r-${at + 2} right`));
  });

  it('is not decoded where all together are too long for the memory', async () => {
    const long = { audio: Buffer.alloc(fileBounds.sampleBytes, 1), asked: { text: '?!', voice: 'alloy' } };
    const all = await heard(...Array.from({ length: 5 }, () => long));
    expect(all.at(-1)).toEqual({ id: 'r-4', is: 'inconclusive', because: 'the samples before it are too long' });
    expect(all[0]?.because).toBe('the text has no words');
  });

  it('is heard no more where assay is interrupted, and what was heard is kept', async () => {
    const samples = [1, 2].map(() => spoken('mp3', 'silence'));
    const stop = new AbortController();
    let told = 0;
    const begins = (many: number): void => {
      told = many;
      stop.abort();
    };
    const hearing = { begins, signal: stop.signal };
    expect(await judgeSamples(folderWith(samples), 'r', hearing)).toEqual({
      samples: [0, 1].map((at) => ({ id: `r-${at}`, is: 'inconclusive', because: 'assay was interrupted' })),
    });
    expect(told).toBe(2);
  });

  it('is none of another run, and there is none where no audio was kept', async () => {
    expect(await judgeSamples(folderWith([spoken('mp3', 'silence')]), 'other')).toBeUndefined();
    expect(await judgeSamples(emptyFolder(), 'r')).toBeUndefined();
  });
});

describe.skipIf(k6IsMissing)('load speech', { timeout: 120_000 }, () => {
  const brief = ['--arrivals', 'constant', '--rate', '10', '--duration', '4s', '--warmup', '1s', '--no-canary'];

  async function ran(behaviour: Partial<Behaviour>, slo: string) {
    const service = await startService({ behaviour });
    const folder = join(emptyFolder(), 'results');
    try {
      const at = ['--target', service.url, '--token', service.token, '--out', folder];
      const said = await assay(['load', 'speech', ...at, ...brief, '--slo', slo]);
      const load = JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as Load;
      return { ...said, load, folder };
    } finally {
      await service.close();
    }
  }

  it('ends in order where it is interrupted while it decodes, with what was measured', async () => {
    const service = await startService({ behaviour: { recordingFor: () => 'silence' } });
    const folder = join(emptyFolder(), 'results');
    try {
      const at = ['--target', service.url, '--token', service.token, '--out', folder];
      const running = startAssay(['load', 'speech', ...at, ...brief]);
      await running.untilOutput('load: decodes 20 samples of the audio');
      running.child.kill('SIGINT');
      expect((await running.said).code).toBe(130);
    } finally {
      await service.close();
    }
    const load = JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as Load;
    expect(load.counts.recorded).toBe(40);
    expect(load.samplesHeard?.n).toBe(20);
    expect(load.samplesHeard?.because).toBe('assay was interrupted');
  });

  it('says how many samples of the audio were decoded and heard, where they are right', async () => {
    const { out, load, folder } = await ran({}, 'wrong<0.01%');
    const { samplesHeard, counts, slo, validity } = load;
    // One of each twentieth of the measured time, in which thirty were asked for.
    expect(samplesHeard).toEqual({ n: 20, right: 20, wrong: 0, inconclusive: 0 });
    expect(counts).toMatchObject({ measured: 30, ok: 30 });
    expect(slo?.is).toBe(validity?.is === 'valid' ? 'met' : 'inconclusive');
    expect(readdirSync(join(folder, 'audio'))).toHaveLength(40);
    const said =
      '20 samples of the audio were decoded, none of them wrong; whether they hold their texts to the end is not judged';
    expect(out).toContain(said);
    for (const file of ['report.html', 'summary.md']) expect(readFileSync(join(folder, file), 'utf8')).toContain(said);
  });

  it('takes a sample that is silence for a wrong answer, in what no container tells', async () => {
    const { code, out, load, folder } = await ran({ recordingFor: () => 'silence' }, 'wrong<0.01%');
    const { records } = readRequests(readFileSync(join(folder, 'requests.ndjson'), 'utf8'));
    const wrong = records.filter(({ outcome }) => outcome === 'wrong');
    expect([records.length, wrong.length]).toEqual([40, 20]);
    for (const { because } of wrong) expect(because).toContain('expected sound, observed silence');
    expect(load.samplesHeard).toEqual({ n: 20, right: 0, wrong: 20, inconclusive: 0 });
    expect(load.failures).toEqual({ wrong: 20 });
    expect([load.counts.ok, load.e2eMs.n]).toEqual([10, 10]);
    expect(load.slo?.bounds).toMatchObject([{ text: 'wrong<0.01%', is: 'violated' }]);
    expect(code).toBe(1);
    expect(out).toContain('20 samples of the audio were decoded: 0 right, 20 wrong');
    const [first] = load.wrongAnswers ?? [];
    expect(first?.because).toContain('expected sound, observed silence');
    expect(first?.sample).toBe(`${first?.id}.mp3`);
    expect(out).toContain(`(audio/${first?.id}.mp3)`);
    // The same in later reports, and of the records alone, but for how many were heard.
    await assay(['report', folder, '--format', 'csv']);
    const again = JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as Load;
    expect(again).toEqual(load);
    expect(readFileSync(join(folder, 'requests.csv'), 'utf8').split(',wrong,').length - 1).toBe(20);
    rmSync(join(folder, 'samples.json'));
    await assay(['report', folder]);
    const without = JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as Load;
    expect([without.failures, without.samplesHeard]).toEqual([{ wrong: 20 }, undefined]);
  });
});
