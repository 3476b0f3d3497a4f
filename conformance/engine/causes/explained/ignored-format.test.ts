import { describe, expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Finding } from '../../../model/run.ts';
import { failure } from '../causes.testing.ts';
import { causesOf } from '../causes.ts';
import { ignoredFormatIn } from './ignored-format.ts';

function spoken(format: string | undefined, contentType = 'audio/mpeg', begins = 'ID3'): Exchange {
  const sent = { text: 'Hello there.', voice: 'alloy', ...(format !== undefined && { format }) };
  const id = `speak ${format ?? ''}#1`;
  const audioBase64 = Buffer.from(begins, 'latin1').toString('base64');
  return answered({ id, operation: 'speech', sent, body: { audioBase64, contentType } });
}

function failing(check: string, format: string, parts: Parameters<typeof failure>[1]): Finding {
  const finding = failure(check, parts);
  const exchange = `speak ${format}#1`;
  return {
    ...finding,
    mismatches: finding.mismatches.map((each) => ({ ...each, exchange })),
    exchanges: [exchange],
  };
}

const all = [undefined, 'mp3', 'wav', 'flac', 'opus', 'ogg3'].map((format) => spoken(format));
const failed = [
  failing('speech.format/rejects-unknown', 'ogg3', {}),
  failing('speech.format/opus-is-what-was-asked', 'opus', { subject: 'audio', expected: 'opus', observed: 'MP3' }),
  failing('speech.voice/speaks-echo', 'wav', { subject: 'audio', expected: 'wav', observed: 'MP3' }),
];
const ofAnother = failing('speech.speed/x', 'mp3', {});

describe('a format that is never looked at', () => {
  it('is one cause of what was asked for in another, and of what should have been refused', () => {
    const found = ignoredFormatIn(all, [...failed, ofAnother]);
    const [cause, ...others] = causesOf([...failed, ofAnother], {
      judged: new Set(),
      known: [],
      explained: found === undefined ? [] : [found],
    });
    expect(cause?.title).toBe(
      'the format of a speech is never looked at: all 6 came as audio/mpeg, whichever was asked for',
    );
    expect(cause?.checks).toEqual([
      'speech.format/opus-is-what-was-asked',
      'speech.format/rejects-unknown',
      'speech.voice/speaks-echo',
    ]);
    expect(others.map(({ checks }) => checks)).toEqual([['speech.speed/x']]);
  });
  it.each([
    ['any other comes', [...all.slice(1), spoken(undefined, 'audio/wav')]],
    ['few formats were asked for', all.filter((each) => !['speak mp3#1', 'speak flac#1'].includes(each.id))],
  ])('is none where %s', (_, exchanges) => {
    expect(ignoredFormatIn(exchanges, failed)).toBeUndefined();
  });
  it('names no unknown format where none was accepted', () => {
    const known = all.filter(({ id }) => id !== 'speak ogg3#1');
    const others = [...failed.slice(1), failing('speech.voice/speaks-onyx', 'flac', {})];
    expect(ignoredFormatIn(known, others)?.shownIn(ofAnother).says).toBe(
      'All 5 speeches came as audio/mpeg, whichever of 4 formats was asked for. Is "format" read, and by this name?',
    );
  });
});

describe('a contentType that never changes', () => {
  const ownAudio = [
    spoken('mp3'),
    spoken('wav', 'audio/mpeg', 'RIFF----WAVE'),
    spoken('flac', 'audio/mpeg', 'fLaC'),
    spoken('opus', 'audio/mpeg', 'OggS'),
  ];
  const misnamed = [
    failing('speech.voice/speaks-echo', 'wav', {
      subject: 'contentType of echo as wav',
      kind: { subject: 'contentType' },
    }),
    failing('speech.format/is-what-it-says', 'opus', { subject: 'contentType' }),
    failing('speech.format/wav-is-what-was-asked', 'wav', { subject: 'audio', expected: 'wav', observed: 'MP3' }),
  ];

  it('is told as such where the audio has the formats that were asked for', () => {
    const found = ignoredFormatIn(ownAudio, misnamed);
    expect(found?.title).toBe('contentType is audio/mpeg in all 4 speeches, whichever format their audio has');
    expect(found?.shownIn(ofAnother).says).toBe(
      'All 4 speeches say audio/mpeg, though the bytes of their audio are of more than one format. Is contentType a constant?',
    );
    expect(misnamed.map((each) => found?.has(each))).toEqual([true, true, false]);
    expect(found?.leadOf(misnamed, new Map())?.check).toBe('speech.format/is-what-it-says');
  });
  it('is none where one failure alone shows it', () => {
    expect(ignoredFormatIn(ownAudio, misnamed.slice(1))).toBeUndefined();
  });
});
