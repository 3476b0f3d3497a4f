import { describe, expect, it } from 'vitest';
import { answered } from './sample-exchange.testing.ts';
import { saysNothingToldToOthers } from './told-to-others.ts';

const word = 'zqaaaaaaaaaa';
const told = answered({ operation: 'chat', id: 'told', sent: { message: word }, body: { reply: `I know ${word}.` } });
const asked = (reply: string) =>
  answered({ operation: 'chat', id: 'asked', sent: { message: 'Which?' }, body: { reply } });

describe('saysNothingToldToOthers', () => {
  it('takes an answer that repeats what its own request told', () => {
    expect(saysNothingToldToOthers([told, asked('None.')])).toEqual([]);
  });
  it('finds a word in another answer', () => {
    expect(saysNothingToldToOthers([told, asked('None.'), asked(word.toUpperCase())])).toEqual([
      { aspect: 'isolation', expected: `nothing of ${word}, told in told`, observed: 'asked says it' },
    ]);
  });
  it('does not judge where nothing was told', () => {
    expect(saysNothingToldToOthers([asked('None.')])).toEqual({ unjudged: 'nothing was told that could leak' });
  });
});
