import { describe, expect, it } from 'vitest';
import { carriesVoices, listsEachVoiceOnce, listsTheSixVoices } from './carries-voices.ts';
import { answered } from '../sample-exchange.testing.ts';

const six = ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'];

describe('the voice list', () => {
  it('is an object with an array of strings, more than six welcome', () => {
    for (const expectation of [carriesVoices, listsTheSixVoices, listsEachVoiceOnce]) {
      expect(expectation([answered({ body: { voices: [...six, 'coral'], more: 1 } })])).toEqual([]);
    }
  });
  it('shows another shape', () => {
    const observed = '["alloy"]';
    expect(carriesVoices([answered({ body: ['alloy'] })])).toEqual([
      { subject: 'voices', expected: 'an array of strings in an object', observed },
    ]);
    expect(carriesVoices([answered({ body: 'alloy' })])).toEqual([
      { subject: 'voice list', expected: 'a JSON object with voices', observed: '"alloy"' },
    ]);
    expect(listsTheSixVoices([answered({ body: ['alloy'] })])).toEqual({
      inconclusive: 'the answer carries no list of voices',
    });
    expect(listsEachVoiceOnce([answered({ body: ['alloy'] })])).toEqual({
      inconclusive: 'the answer carries no list of voices',
    });
  });
  it('misses a name and sees a double', () => {
    expect(listsTheSixVoices([answered({ body: { voices: six.slice(1) } })])).toEqual([
      {
        subject: 'voices',
        expected: 'alloy, echo, fable, onyx, nova, shimmer among them',
        observed: 'alloy missing in echo, fable, onyx, nova, shimmer',
      },
    ]);
    expect(listsTheSixVoices([answered({ body: { voices: [] } })])).toMatchObject([
      { observed: 'alloy, echo, fable, onyx, nova, shimmer missing: the list is empty' },
    ]);
    expect(listsEachVoiceOnce([answered({ body: { voices: [...six, 'echo'] } })])).toEqual([
      { subject: 'voices', expected: 'each name once', observed: 'echo more than once' },
    ]);
  });
});
