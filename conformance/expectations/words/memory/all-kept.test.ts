import { describe, expect, it } from 'vitest';
import type { Exchange, Role } from '../../../model/exchange.ts';
import { answered } from '../../sample-exchange.testing.ts';
import { controlQuestion, questionAfterControls } from '../declined/controls.ts';
import { remembersThroughout } from '../remembers.ts';
import { areAllWordsRecalled } from './all-kept.ts';
import { allRecall, unlessDeclined } from './unless-declined.ts';

const question = 'Which words?';
const controls = 'cdfhjkmnpqrv'.split('').map((letter) => `zq${letter.repeat(10)}`);
const first = 'zqabcdefghij';

type Said = (own: string, told: readonly string[]) => string;
const kinds: Readonly<Record<string, Said>> = {
  K: (_, told) => `You told me: ${told.join(', ')}.`,
  N: (own, told) => `Hmm, was it ${told[0] ?? ''}, or ${own}?`,
  L: (_, told) => `Hmm, let me think. ${told.slice(-3).join(', ')}?`,
  T: (own) => `Thanks for sharing! ${own} sounds great.`,
  A: (own) => `As a model, I do not have opinions on ${own}.`,
  S: () => 'Sure thing! Anything else?',
};

/**
 * Questions, after a bar questions with a word of their own (controls), and after another bar the question for that
 * word.
 */
function seenOf(turns: string, by: 'chat' | 'stream' = 'chat', status = 200): readonly Exchange[] {
  const told = [first];
  const seen = [answered({ operation: 'chat', sent: { message: `Remember ${first}` }, id: '1' })];
  const [asks = '', asked = '', behind = ''] = turns.split('|');
  const add = (kind: string, message: string, role?: Role, own = ''): void => {
    if (own !== '') told.push(own);
    const reply = kinds[kind]?.(own, told) ?? '';
    const body = by === 'chat' ? { reply } : `data: ${JSON.stringify({ reply })}\n\n`;
    const sent = { message, sessionId: 's' };
    seen.push(
      answered({
        operation: by,
        sent,
        body,
        status: kind === 'T' ? status : 200,
        id: String(seen.length + 1),
        ...(role === undefined ? {} : { role }),
      }),
    );
  };
  for (const kind of asks) add(kind, question);
  [...asked].forEach((kind, at) => add(kind, controlQuestion(controls[at] ?? ''), 'control', controls[at]));
  for (const kind of behind) add(kind, questionAfterControls, 'behindControl');
  return seen;
}

const judged = (...turns: Parameters<typeof seenOf>) =>
  unlessDeclined(remembersThroughout, allRecall)(seenOf(...turns));
const inconclusive = (reason: string) => ({ inconclusive: expect.stringContaining(reason) as unknown });
const kept = inconclusive('in other words each time and without its word, and later said all that it was told');

describe('a bot that answers in other words each time where it does not say what it was told', () => {
  it('is not accused where it says later all that was told, also in turns of which it said nothing', () => {
    expect(judged('TATKKKTTK|TTTKKKKK')).toEqual(kept);
    expect(judged('TATKKKTTK|TTTKKKKK', 'stream')).toEqual(kept);
  });
  it.each([
    ['it answers each of them as it would begin', 'TTTKKKTTK|TTTKKKKK', 200],
    ['it never says all of it', 'TATNNNTTN|TTTNNNNN', 200],
    ['a turn got no answer', 'TATKKKTTK|TTTKKKKK', 404],
  ])('is accused where %s', (_, turns, status) => {
    expect(judged(turns, 'chat', status)).toHaveLength(5);
  });
  it('is not said to keep all by what no turn told that was answered without a word', () => {
    const seen = seenOf('TATKKKTTK');
    expect(areAllWordsRecalled('chat', seen, seen)).toBe(false);
  });
});

describe('a bot that left out the word of a question', () => {
  it('declined, also where it says behind it no more than the last ones, if it said old and own words at once before', () => {
    const seen = 'TKTKSKTAK|KKKKS|L';
    expect(judged(seen)).toEqual(inconclusive('nor a word that stands in the question itself'));
  });
});
