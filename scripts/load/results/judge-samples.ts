import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Expectation, Judgement, Mismatch } from '../../../conformance/model/check.ts';
import type { Exchange } from '../../../conformance/model/exchange.ts';
import { bytesMatchRequest } from '../../../conformance/expectations/audio/asked/agrees-with-format.ts';
import { isWhole } from '../../../conformance/expectations/audio/is-whole.ts';
import { lengthsFitRequests } from '../../../conformance/expectations/audio/asked/lasts-as-asked.ts';
import { lengthFitsLetters } from '../../../conformance/expectations/audio/asked/lasts-by-its-letters.ts';
import { isAudibleIfWords, isAudibleInFormat } from '../../../conformance/expectations/audio/asked/sounds.ts';
import { speechRequestOf } from '../../../conformance/expectations/audio/asked/speech-request.ts';
import type { JudgedSample, JudgedSamples } from '../../../load/evidence/judged-samples.ts';
import { withoutSecrets } from '../../input/known-secrets.ts';
import { fileBounds } from '../../reading/file-bounds.ts';
import { readBytes } from '../../reading/read-bytes.ts';
import { audioFolder } from './wrong-answers.ts';

/**
 * Silence is wrong for a text that is mostly letters (hasWords of load/k6ext/speech/asked.go): the run's own texts have
 * longer words than those by which `check` recognises prose.
 */
const sounds: Expectation = (seen) => {
  const [asked] = seen.map(speechRequestOf);
  const letters = asked?.text.match(/[A-Za-z]/g)?.length ?? 0;
  const hasWords = asked !== undefined && letters >= 12 && letters * 3 >= asked.text.length * 2;
  return hasWords && asked.format !== 'default' ? isAudibleInFormat(asked.format)(seen) : isAudibleIfWords(seen);
};

/**
 * What a spoken response of a load run must fulfil by itself, and what all of them must fulfil together: what `check`
 * calls a MUST of any speech.
 */
const ofEach: readonly Expectation[] = [sounds, bytesMatchRequest, isWhole];
const together: readonly Expectation[] = [lengthsFitRequests('texts'), lengthFitsLetters('long prose')];

/** Most bytes of the samples, which are in memory together because they are compared with each other. */
const mostBytes = 48 * 1024 * 1024;

/**
 * Decodes the samples of a run in its folder, in the bounded thread of `check` and with its expectations. Undefined
 * where there are none. Not to be called while anything is measured: decoding takes a processor for seconds.
 *
 * @param run the run of the samples: the beginning of its requests' ids
 */
export async function judgeSamples(
  path: string,
  run: string,
  { begins, signal }: Hearing = {},
): Promise<JudgedSamples | undefined> {
  const folder = join(path, audioFolder);
  const files = samplesOf(folder, run);
  if (files.length === 0) return undefined;
  begins?.(files.length);
  const samples: JudgedSample[] = [];
  const heard: Exchange[] = [];
  let bytes = 0;
  for (const { id, audio, asked } of files) {
    if (signal?.aborted === true) {
      samples.push({ id, is: 'inconclusive', because: 'assay was interrupted' });
      continue;
    }
    const read = existsSync(join(folder, asked)) ? exchangeOf(folder, { id, audio, asked }) : undefined;
    bytes += read?.response.is === 'answer' ? read.response.body.length : 0;
    const because = read === undefined ? 'it is not known what was asked' : 'the samples before it are too long';
    if (read === undefined || bytes > mostBytes) samples.push({ id, is: 'inconclusive', because });
    else {
      samples.push(await judgedAlone(read));
      heard.push(read);
    }
  }
  return { samples: await heardTogether(samples, heard) };
}

type Hearing = {
  /** Called with the number of samples before the first is decoded. */
  readonly begins?: (samples: number) => void;
  /** Ends the decoding after the current sample. */
  readonly signal?: AbortSignal;
};

type SampleFile = { readonly id: string; readonly audio: string; readonly asked: string };

/** The samples in the order of their requests. */
function samplesOf(folder: string, run: string): readonly SampleFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((audio): readonly (SampleFile & { readonly index: number })[] => {
      const [, id = '', index, format] = /^(.*-(\d+))\.(\w+)$/.exec(audio) ?? [];
      if (index === undefined || format === 'json' || id !== `${run}-${index}`) return [];
      return [{ id, audio, asked: `${id}.json`, index: Number(index) }];
    })
    .toSorted((one, next) => one.index - next.index);
}

/** The request and its response as `check` records them, as far as the audio is judged by them. */
function exchangeOf(folder: string, { id, audio, asked }: SampleFile): Exchange {
  const [sound, body] = [audio, asked].map((name) =>
    readBytes({ path: join(folder, name) }, { most: fileBounds.sampleBytes }),
  );
  const spoken = { audioBase64: sound?.toString('base64') ?? '' };
  return {
    id,
    probe: 'load',
    place: 1,
    operation: 'speech',
    attempt: 1,
    startedAt: '',
    request: { method: 'POST', url: '', headers: [], body: body ?? new Uint8Array() },
    response: {
      is: 'answer',
      status: 200,
      headers: [],
      headersAtMs: 0,
      body: Buffer.from(JSON.stringify(spoken)),
      chunks: [],
      ending: 'complete',
      endedAtMs: 0,
      stalledMs: 0,
    },
  };
}

/**
 * The verdict is `right` only where the sound was judged: a complete response with sound that could not be judged is
 * inconclusive.
 */
async function judgedAlone(exchange: Exchange): Promise<JudgedSample> {
  const { id } = exchange;
  const judgements: Judgement[] = [];
  for (const expectation of ofEach) judgements.push(await expectation([exchange]));
  const mismatch = judgements.flatMap((judgement) => ('inconclusive' in judgement ? [] : judgement))[0];
  if (mismatch !== undefined) return { id, is: 'wrong', because: wordsOf(mismatch) };
  const [sound] = judgements;
  return sound !== undefined && 'inconclusive' in sound
    ? { id, is: 'inconclusive', because: told(sound.inconclusive) }
    : { id, is: 'right' };
}

/** A sample that is too short for its text, compared with other samples of the run, is wrong. */
async function heardTogether(
  samples: readonly JudgedSample[],
  heard: readonly Exchange[],
): Promise<readonly JudgedSample[]> {
  const wrong = new Map<string | undefined, string>();
  for (const expectation of together) {
    const judgement = await expectation(heard);
    if ('inconclusive' in judgement) continue;
    for (const mismatch of judgement) wrong.set(mismatch.exchange, wordsOf(mismatch));
  }
  return samples.map((sample) => {
    const because = sample.is === 'wrong' ? undefined : wrong.get(sample.id);
    return because === undefined ? sample : { id: sample.id, is: 'wrong', because };
  });
}

function wordsOf({ subject, expected, observed }: Mismatch): string {
  return told(`${subject}, decoded: expected ${expected}, observed ${observed}`);
}

const mostLetters = 300;

/** The message of a decoder, without secrets and shortened: it may quote the audio. */
function told(words: string): string {
  return withoutSecrets(words).slice(0, mostLetters);
}
