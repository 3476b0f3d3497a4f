import { describe, expect, it } from 'vitest';
import { encodeAudio } from '../../../fixtures/audio/encode.ts';
import { answered } from '../sample-exchange.testing.ts';
import {
  bytesMatchFormat,
  bytesMatchRequest,
  everySpeechInFormat,
  typeMatchesFormat,
  typeMatchesBytes,
  typeMatchesRequest,
} from './asked/agrees-with-format.ts';
import { carriesSpeech } from './carries-speech.ts';
import { onEachSpeech } from './asked/each-answer.ts';
import { mediaTypesOfContainers } from './media-types.ts';
import { speechAnswer } from './sample-speech.testing.ts';

const refused = {
  inconclusive: 'the answer was not a success (status 400)',
  about: { is: 'answer', exchange: 'probe#1' },
};

describe('carriesSpeech', () => {
  it('takes base64 text and a media type', () => {
    for (const type of ['audio/mpeg', 'AUDIO/L16 ;rate=24000', 'audio/ogg; codecs="opus"'])
      expect(carriesSpeech([speechAnswer('AAAA', type)])).toEqual([]);
  });
  it.each([
    'audio',
    '/mpeg',
    'audio/',
    'audio /mpeg',
    ' audio/mpeg',
    'audio/mpeg mp3',
    'audio/mpeg/mp3',
    '"audio/mpeg"',
    '.mp3, audio/mpeg',
  ])('does not take %j for a media type', (type) => {
    expect(carriesSpeech([speechAnswer('AAAA', type)])).toEqual([
      { subject: 'contentType', expected: 'a media type', observed: JSON.stringify(type) },
    ]);
  });
  it('does not take a field of another type', () => {
    expect(carriesSpeech([answered({ body: { audioBase64: ['AAAA'], contentType: { type: 'audio/mpeg' } } })])).toEqual(
      [
        { subject: 'audioBase64', expected: 'a string that is not empty', observed: '["AAAA"]' },
        { subject: 'contentType', expected: 'a media type', observed: '{"type":"audio/mpeg"}' },
      ],
    );
  });
  it('names each field that is wrong', () => {
    expect(carriesSpeech([speechAnswer('', 'mp3')])).toEqual([
      { subject: 'audioBase64', expected: 'a string that is not empty', observed: '""' },
      { subject: 'contentType', expected: 'a media type', observed: '"mp3"' },
    ]);
    expect(carriesSpeech([answered({ body: {} })])).toEqual([
      { subject: 'audioBase64', expected: 'a string that is not empty', observed: 'no such field' },
      { subject: 'contentType', expected: 'a media type', observed: 'no such field' },
    ]);
  });
  it.each([
    ['"{}"', '"{}"'],
    ['[1]', '[1]'],
    ['null', 'null'],
    [`["${'x'.repeat(100)}"]`, `["${'x'.repeat(78)}`],
    ['ID3', '"ID3"'],
  ])('shows a body that is no object: %s', (body, observed) => {
    expect(carriesSpeech([answered({ body })])).toEqual([{ subject: 'reply', expected: 'a JSON object', observed }]);
  });
  it('says nothing of a refusal', () => {
    expect(carriesSpeech([answered({ status: 400 })])).toEqual(refused);
  });
});

describe('typeAgreesWithRequest', () => {
  const asked = (body: string) => {
    const exchange = speechAnswer('AAAA', 'audio/mpeg');
    return typeMatchesRequest([{ ...exchange, request: { ...exchange.request, body: Buffer.from(body) } }]);
  };
  it('takes the format out of the request', () => {
    expect(asked('{"format":"mp3"}')).toEqual([]);
    expect(asked('{"format":"wav"}')).toEqual([
      { subject: 'contentType', expected: 'a name of wav, such as audio/wav', observed: 'audio/mpeg' },
    ]);
  });
  it.each(['{}', '{"format":"ogg"}', 'no JSON', '{"format":"wav","format":"mp3"}', String.raw`{"\u0066ormat":"wav"}`])(
    'does not judge where no format is plainly asked for: %s',
    (body) => {
      expect(asked(body)).toEqual({
        inconclusive: 'the request named no single format, so there is none to compare with',
      });
    },
  );
});

describe('bytesAgreeWithRequest', () => {
  const asked = (sent: unknown) => ({
    ...speechAnswer(encodeAudio('wav', 'speech', 0.1)),
    request: answered({ sent, operation: 'speech' }).request,
  });
  it('takes the format out of the request', async () => {
    expect(await bytesMatchRequest([asked({ format: 'wav' })])).toEqual([]);
    expect(await bytesMatchRequest([asked({ format: 'opus' })])).toMatchObject([{ expected: 'opus' }]);
    expect(await bytesMatchRequest([asked({})])).toEqual({
      inconclusive: 'the request named no single format, so there is none to compare with',
    });
  });
});

describe('everySpeechAs', () => {
  const asked = (sent: unknown, status = 200) => {
    const { request, ...others } = answered({ sent, operation: 'speech', status });
    return { ...others, request: { ...request, url: 'http://service.test/v1/audio/tts' } };
  };
  it('is each success that was asked for in this format', () => {
    expect(everySpeechInFormat('opus')(asked({ format: 'opus' }))).toBe(true);
    expect(everySpeechInFormat('opus')(asked({ format: 'opus' }, 400))).toBe(false);
    expect(everySpeechInFormat('opus')(asked({ format: 'wav' }))).toBe(false);
    expect(everySpeechInFormat('opus')(asked({}))).toBe(false);
  });
});

describe('typeAgreesWith', () => {
  it('takes registered and customary names, in any letter case and with parameters', () => {
    expect(typeMatchesFormat('opus')([speechAnswer('AAAA', 'Audio/OGG; codecs=opus')])).toEqual([]);
    expect(typeMatchesFormat('pcm')([speechAnswer('AAAA', 'audio/L16;rate=24000')])).toEqual([]);
  });
  it.each([
    ['opus', 'audio/ogg; codecs="vorbis, opus"'],
    ['opus', 'audio/ogg; codecs=av01'],
    ['opus', 'audio/ogg; codecs='],
    ['aac', 'audio/mp4; codecs="mp4a.40.2"'],
    ['mp3', 'audio/mpeg; codecs=mp4a.40.34'],
    ['flac', 'audio/ogg; codecs=fLaC'],
    ['wav', 'audio/wav; codecs=1'],
  ] as const)('takes as %s the type %s', (format, type) => {
    expect(typeMatchesFormat(format)([speechAnswer('AAAA', type)])).toEqual([]);
  });
  it.each([
    ['opus', 'audio/ogg; codecs=vorbis'],
    ['opus', 'audio/ogg; codecs="vorbis, speex"'],
    ['aac', 'audio/mp4; codecs="mp3"'],
    ['flac', 'audio/ogg; codecs=opus'],
  ] as const)('does not take as %s the type %s', (format, type) => {
    const expected = `${format} as its codecs, or none`;
    expect(typeMatchesFormat(format)([speechAnswer('AAAA', type)])).toEqual([
      { subject: 'contentType', expected, observed: type },
    ]);
  });
  it('shows the name of another', () => {
    expect(typeMatchesFormat('flac')([speechAnswer('AAAA', 'audio/mpeg')])).toEqual([
      { subject: 'contentType', expected: 'a name of flac, such as audio/flac', observed: 'audio/mpeg' },
    ]);
  });
  it('needs a name', () => {
    expect(typeMatchesFormat('flac')([speechAnswer('AAAA', 7)])).toEqual({
      inconclusive: 'the answer carries no contentType',
    });
  });
});

describe('bytesAgreeWith', () => {
  it('reads them out of a data: URI and of Python’s bytes too: that it is one is told elsewhere', async () => {
    const wav = Buffer.from(encodeAudio('wav', 'speech', 0.2)).toString('base64');
    expect(await bytesMatchFormat('wav')([speechAnswer(`data:audio/wav;base64,${wav}`)])).toEqual([]);
    expect(await bytesMatchFormat('wav')([speechAnswer(`data:audio/wav;rate=1;base64,${wav}`)])).toEqual([]);
    expect(await bytesMatchFormat('wav')([speechAnswer(`b'${wav}'`)])).toEqual([]);
  });
  it('needs an answer with a text', async () => {
    for (const body of ['null', '[]', '7', 'x', '{"audioBase64":7}'])
      expect(await bytesMatchFormat('wav')([answered({ body })])).toEqual({
        inconclusive: 'the answer carries no audio',
      });
  });
  it('shows what the bytes are instead', async () => {
    const flac = encodeAudio('flac', 'speech', 0.2);
    expect(await bytesMatchFormat('flac')([speechAnswer(flac)])).toEqual([]);
    expect(await bytesMatchFormat('opus')([speechAnswer(flac)])).toEqual([
      { subject: 'audio', expected: 'opus', observed: 'FLAC with FLAC', kind: { is: 'audio' } },
    ]);
  });
  it('does not take text for samples', async () => {
    expect(await bytesMatchFormat('pcm')([speechAnswer(Buffer.from('no voice today', 'latin1'))])).toEqual([
      { subject: 'audio', expected: 'pcm', observed: 'text: "no voice today"', kind: { is: 'audio' } },
    ]);
  });
  it('needs audio', async () => {
    expect(await bytesMatchFormat('pcm')([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});

describe('typeAgreesWithBytes', () => {
  const wav = encodeAudio('wav', 'speech', 0.2);
  it('takes whichever format, under its name', async () => {
    expect(await typeMatchesBytes([speechAnswer(wav, 'audio/x-wav')])).toEqual([]);
  });
  it('shows a name that is another’s', async () => {
    expect(await typeMatchesBytes([speechAnswer(wav, 'audio/mpeg')])).toEqual([
      { subject: 'contentType', expected: 'a name of wav, such as audio/wav', observed: 'audio/mpeg' },
    ]);
  });
  it('takes a default that nobody can ask for, under its own name', async () => {
    const aiff = Buffer.from('FORM\0\0\0\0AIFF', 'latin1');
    expect(await typeMatchesBytes([speechAnswer(aiff, 'audio/x-aiff')])).toEqual([]);
    expect(await typeMatchesBytes([speechAnswer(aiff, 'audio/mpeg')])).toEqual([
      { subject: 'audio', expected: 'what audio/mpeg says', observed: 'AIFF', kind: { is: 'audio' } },
    ]);
    for (const [words, name] of [
      ['Ogg with Vorbis I', 'audio/ogg'],
      ['EBML/webm with VORBIS', 'audio/webm'],
      ['isom/iso2/mp41', 'audio/mp4'],
      ['3gp4 (MP4) with samr', 'audio/3gpp'],
    ] as const)
      expect(mediaTypesOfContainers.filter(([pattern, names]) => pattern.test(words) && names.test(name))).toHaveLength(
        1,
      );
  });
  it('shows what is no audio', async () => {
    expect(await typeMatchesBytes([speechAnswer(Buffer.from('hello', 'latin1'))])).toEqual([
      { subject: 'audio', expected: 'what audio/mpeg says', observed: 'text: "hello"', kind: { is: 'audio' } },
    ]);
  });
  it('needs both', async () => {
    const inconclusive = { inconclusive: 'the answer carries no audio with a contentType' };
    expect(await typeMatchesBytes([speechAnswer(wav, null)])).toEqual(inconclusive);
    expect(await typeMatchesBytes([speechAnswer('')])).toEqual(inconclusive);
  });
});

describe('ofEachSpeech', () => {
  const each = onEachSpeech(carriesSpeech);
  it('takes what its expectation takes of every speech, and looks at nothing else', async () => {
    expect(await each([answered({ operation: 'voices' }), speechAnswer('AAAA')])).toEqual([]);
  });
  it('says which speech is wrong', async () => {
    expect(await each([speechAnswer('AAAA'), speechAnswer('', 'audio/mpeg', 'speak#2')])).toMatchObject([
      { subject: 'audioBase64 of speak#2', expected: 'a string that is not empty', observed: '""' },
    ]);
  });
  it('judges nothing where one cannot be judged, or there is none', async () => {
    expect(await each([speechAnswer(''), answered({ operation: 'speech', status: 400 })])).toEqual(refused);
    expect(await each([])).toEqual({ inconclusive: 'there was no speech to judge' });
  });
});
