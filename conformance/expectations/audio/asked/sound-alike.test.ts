import { describe, expect, it } from 'vitest';
import { encodeAudio, type AudioFormat, type Recording } from '../../../../fixtures/audio/encode.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { answered } from '../../sample-exchange.testing.ts';
import { speechAnswer } from '../sample-speech.testing.ts';
import { soundsDifferFromEachOther } from './sound-alike.ts';

type Asked = {
  readonly text?: string;
  readonly voice?: string;
  readonly speed?: number;
  readonly format?: AudioFormat;
};

function spoken(id: string, recording: Recording, asked: Asked = {}): Exchange {
  const sent = { text: 'Meet me in the cafe.', voice: 'alloy', format: 'opus' as const, ...asked };
  return {
    ...speechAnswer(encodeAudio(sent.format, recording, 0.3), 'audio/ogg', id),
    request: answered({ sent }).request,
  };
}
const voices = soundsDifferFromEachOther('voices');
const texts = soundsDifferFromEachOther('texts');
const words = soundsDifferFromEachOther('words');
const nothing = { inconclusive: 'there are no two speeches to compare' };
const one = spoken('one#1', 'speech');

describe('the voices of a run', () => {
  it('are unlike where no two of them are the same bytes', () => {
    expect(voices([one, spoken('b#1', 'speech by nova', { voice: 'nova' })])).toEqual([]);
  });
  it('are alike where two are, and each is named once', () => {
    const others = ['b#1', 'c#1'].map((id) => spoken(id, 'speech', { voice: id }));
    expect(voices([one, ...others])).toMatchObject(
      ['b#1', 'c#1'].map((id) => ({
        subject: `audio of ${id} as opus (${id})`,
        expected: 'another sound than that of alloy as opus (one#1)',
        observed: `the same ${encodeAudio('opus', 'speech', 0.3).length} bytes`,
        exchange: id,
      })),
    );
  });
  it.each([
    ['format', { voice: 'nova', format: 'flac' }],
    ['text', { voice: 'nova', text: 'Meet me in the old town.' }],
  ] as const)('are not compared in another %s', (_, asked) => {
    expect(voices([one, spoken('b#1', 'speech', asked)])).toEqual(nothing);
  });
});

describe('the texts of a run', () => {
  const other = { text: 'Meet me in the café.' };
  it('are unlike where no two of them are the same bytes', () => {
    expect(texts([one, spoken('b#1', 'speech by nova', other)])).toEqual([]);
  });
  it('are alike where a letter changes nothing', () => {
    expect(texts([one, spoken('b#1', 'speech', other)])).toMatchObject([{ exchange: 'b#1' }]);
  });
  it.each([
    ['differ in marks alone', { text: 'Meet me, in the cafe!' }],
    ['are of another speed', { ...other, speed: 2 }],
    ['are by another voice', { ...other, voice: 'nova' }],
    ['are few words', { text: 'Good bye.' }],
  ])('are not compared where they %s', (_, asked) => {
    expect(texts([one, spoken('b#1', 'speech', asked)])).toEqual(nothing);
  });
  it('are not judged where there is no audio', () => {
    expect(texts([one, { ...one, response: answered({ status: 404, body: {} }).response }])).toEqual(nothing);
  });
});

describe('the words of a run', () => {
  const other = { text: 'Meet him by the old mill.' };
  it('are unlike where no two texts of other words are the same bytes', () => {
    expect(words([one, spoken('b#1', 'speech by nova', other)])).toEqual([]);
  });
  it('are alike where several of them change nothing', () => {
    expect(words([one, spoken('b#1', 'speech', other)])).toMatchObject([
      {
        subject: 'audio of alloy as opus (b#1)',
        expected: 'another sound than that of alloy as opus (one#1)',
        observed: `the same ${encodeAudio('opus', 'speech', 0.3).length} bytes for "Meet him by the old mill." as for "Meet me in the cafe."`,
        exchange: 'b#1',
      },
    ]);
  });
  it.each([
    ['differ in a word', { text: 'Meet me in the hall.' }],
    ['are of another speed', { ...other, speed: 2 }],
    ['are by another voice', { ...other, voice: 'nova' }],
  ])('are not compared where they %s', (_, asked) => {
    expect(words([one, spoken('b#1', 'speech', asked)])).toEqual(nothing);
  });
});
