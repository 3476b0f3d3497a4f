import { describe, expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Finding } from '../../../model/run.ts';
import { failure } from '../causes.testing.ts';
import { causesOf } from '../causes.ts';
import { ignoredFormatIn } from './ignored-format.ts';

function spoken(format: string | undefined, contentType = 'audio/mpeg'): Exchange {
  const sent = { text: 'Hello there.', voice: 'alloy', ...(format !== undefined && { format }) };
  const id = `speak ${format ?? ''}#1`;
  return answered({ id, operation: 'speech', sent, body: { audioBase64: 'AAAA', contentType } });
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
});
