import { describe, expect, it } from 'vitest';
import { encodeAudio, type Recording } from '../../../../fixtures/audio/encode.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { answered } from '../../sample-exchange.testing.ts';
import { speechAnswer } from '../sample-speech.testing.ts';
import { voicesStayDistinct, wordsStayDistinct } from './stay-apart.ts';

/** A speech by alloy as Opus, but for these fields. */
function spoken(id: string, recording: Recording, asked: object = {}): Exchange {
  const sent = { text: 'Meet me in the cafe.', voice: 'alloy', format: 'opus', ...asked };
  return { ...speechAnswer(encodeAudio('opus', recording, 0.3), 'audio/ogg', id), request: answered({ sent }).request };
}
const again = [spoken('a#1', 'speech'), spoken('a#2', 'speech')];
const nova = { voice: 'nova' };
const apart = spoken('b#1', 'speech by nova', nova);
const elsewhere = { text: 'See you in the old town.' };
const alloyElsewhere = spoken('c#1', 'speech', elsewhere);
const alike = spoken('d#1', 'speech', { ...elsewhere, ...nova });

describe('two voices', () => {
  it('that differ for one request are wrong where they are one sound for another', () => {
    expect(voicesStayDistinct([...again, apart, alloyElsewhere, alike])).toMatchObject([
      {
        subject: 'audio of nova as opus (d#1)',
        expected:
          'another sound than that of alloy as opus (c#1), as for another request: alloy as opus (a#1) and nova as opus (b#1) differ',
        exchange: 'd#1',
        restsOn: ['c#1', 'a#1', 'b#1'],
      },
    ]);
  });
  it.each([
    ['guidance', { instructions: 'Calmly.' }],
    ['speed', { speed: 2 }],
  ])('are wrong there with other %s too', (_, more) => {
    const other = spoken('d#1', 'speech', { ...elsewhere, ...nova, ...more });
    expect(voicesStayDistinct([...again, apart, alloyElsewhere, other])).toMatchObject([{ exchange: 'd#1' }]);
  });
  it('that differ wherever both speak are right', () => {
    const other = spoken('d#1', 'speech by nova', { ...elsewhere, ...nova });
    expect(voicesStayDistinct([...again, apart, alloyElsewhere, other])).toEqual([]);
  });
  it.each([
    ['that are one for all they say', [...again, alloyElsewhere, alike]],
    ['that differ for other speeds alone', [...again, spoken('b#1', 'speech by nova', { ...nova, speed: 2 }), alike]],
    [
      'of a service that speaks anew each time',
      [...again, spoken('a#3', 'speech by nova'), apart, alloyElsewhere, alike],
    ],
  ] as const)('%s are left open', (_, seen: readonly Exchange[]) => {
    expect(voicesStayDistinct(seen)).toMatchObject({ isUnspecified: true });
  });
  it('are right where another one is apart, and not these two', () => {
    const echo = spoken('b#1', 'speech by nova', { voice: 'echo' });
    expect(voicesStayDistinct([...again, echo, alloyElsewhere, alike])).toEqual([]);
  });
  it('are not judged where nothing was asked for twice', () => {
    expect(voicesStayDistinct([spoken('a#1', 'speech'), apart])).toEqual({
      inconclusive: 'no speech that was asked for twice came twice',
    });
  });
});

describe('two texts', () => {
  const said = (id: string, text: string, recording: Recording, more: object = {}): Exchange =>
    spoken(id, recording, { text, ...more });
  const repeated = ['a#1', 'a#2'].map((id) => said(id, 'Meet me at 3 in the cafe.', 'speech'));
  const sameShape = said('b#1', 'Meet me at 4 in the cafe.', 'speech by nova');
  const otherWords = said('c#1', 'The two of them go by car.', 'speech');

  it('with other words are wrong where they are one sound, and two of one shape are two', () => {
    expect(wordsStayDistinct([...repeated, sameShape, otherWords])).toMatchObject([
      { subject: 'audio of alloy as opus (c#1)', exchange: 'c#1', restsOn: ['a#1', 'b#1'] },
    ]);
  });
  it('with the same words may be one sound', () => {
    expect(wordsStayDistinct([...repeated, sameShape, said('c#1', 'meet me at 3, in the cafe', 'speech')])).toEqual([]);
  });
  it.each([
    [
      'of a service that makes a sound of their length',
      [...repeated, said('b#1', 'Meet me at 4 in the cafe.', 'speech'), otherWords],
    ],
    [
      'of which only the longer one is known to differ',
      [...repeated, said('b#1', 'Meet me in the cafe.', 'speech by nova'), otherWords],
    ],
    [
      'of which another speed is known to differ',
      [...repeated, said('b#1', 'Meet me at 4 in the cafe.', 'speech by nova', { speed: 2 }), otherWords],
    ],
    [
      'of a service that speaks anew each time',
      [...repeated, said('a#3', 'Meet me at 3 in the cafe.', 'speech by nova'), sameShape, otherWords],
    ],
  ])('%s are left open', (_, seen) => {
    expect(wordsStayDistinct(seen)).toMatchObject({ isUnspecified: true });
  });
});
