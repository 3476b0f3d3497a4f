import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { soundsDifferWithoutKey, soundTheSame, sharedSoundMismatches } from './spoken-to-others.ts';

const speech = (id: string, sound: string, status = 200) =>
  answered({
    id,
    operation: 'speech',
    status,
    body: { audioBase64: Buffer.from(sound).toString('base64'), contentType: 'audio/mpeg' },
  });
const [first, second] = [speech('first', 'one'), speech('second', 'another')];
const asFirst = speech('second', 'one');

describe('two texts of two callers under one key', () => {
  it('are spoken apart', () => {
    expect(soundTheSame([first, second])).toBe(false);
    expect(sharedSoundMismatches([first, second])).toEqual([]);
    expect(soundsDifferWithoutKey([first, second])).toEqual([]);
  });
  it('are one sound by the key, where the second is another without it', () => {
    const seen = [first, asFirst, speech('without', 'another')];
    expect(soundTheSame(seen)).toBe(true);
    expect(soundsDifferWithoutKey(seen)).toEqual([]);
    expect(sharedSoundMismatches(seen)).toEqual([
      {
        subject: 'isolation',
        expected: 'another sound than that of the text of another workspace (first)',
        observed: 'the same 3 bytes; without the key (without) it is another sound',
        exchange: 'second',
        restsOn: ['first', 'without'],
        kind: { is: 'audio', observed: 'the speech is that of the text of another workspace' },
      },
    ]);
  });
  it.each([
    ['without it too', [first, asFirst, speech('without', 'one')]],
    ['and nothing came without it', [first, asFirst, speech('without', 'another', 500)]],
    ['and it was not asked without it', [first, asFirst]],
  ])('are not known to be by the key where they are one sound %s', (_, seen) => {
    expect(sharedSoundMismatches(seen)).toEqual([]);
    expect(soundsDifferWithoutKey(seen)).toEqual({
      inconclusive: 'nothing shows that the two texts sound unlike each other without the key',
    });
  });
  it.each([
    ['one came', [first]],
    ['the second is refused', [first, speech('second', 'one', 409)]],
    ['there is no audio', [first, speech('second', '')]],
  ])('are not compared where %s', (_, seen) => {
    expect(sharedSoundMismatches(seen)).toEqual([]);
    expect(soundTheSame(seen)).toBe(false);
    expect(soundsDifferWithoutKey(seen)).toEqual({ inconclusive: 'there are no two speeches to compare' });
  });
});
