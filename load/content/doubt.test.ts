import { expect, it } from 'vitest';
import { doubtText, type RuleDoubt } from './doubt.ts';
import { learnContent, conflictText } from './learn.ts';

const sentences = {
  rivals: 'text and thought could both be the reply',
  markedUp: 'text holds the words that the bot was asked to repeat, and more around each of them than a reply has',
  beginsOtherwise: 'text holds the words that the bot was asked to repeat, and begins with what may be no reply',
  saysMore: 'text holds the words that the bot was asked to repeat, and says more before them than a whole reply does',
  moreFollows: 'text holds the words that the bot was asked to repeat, and more text follows elsewhere',
  inOneEvent: 'text holds the words that the bot was asked to repeat in one event, which may be no reply',
  mayBeRepeated: 'text holds the reply in one event, and it may have come before in a form that no rule reads',
  moreElsewhere: 'text joins to a whole reply, and more text lies elsewhere',
} as const satisfies Readonly<Record<RuleDoubt, string>>;

it.each(Object.entries(sentences))('the doubt %s is told in words', (doubt, sentence) => {
  expect(doubtText(doubt as RuleDoubt, 'text', 'thought')).toBe(sentence);
});

it('a rule that another message does not keep is told in words', () => {
  expect(conflictText('noText', 'text')).toBe('text holds no text where another message is answered');
  expect(conflictText('strangeText', 'text')).toBe(
    'text holds a text first that may be no reply, where another message is answered',
  );
});

const words = ['tidal', 'amber', 'quartz', 'lemon', 'orbit', 'velvet'];
const event = (value: object) => ({ name: 'message', data: JSON.stringify(value), value });
const stream = { message: 'Please repeat', words, events: words.map((word) => event({ text: `${word} ` })) };

it('what was learned says of how many streams it was, and of whose text it knows nothing', () => {
  expect(learnContent([{ ...stream, events: [event({ text: 'No.' })] }])).toEqual({
    is: 'none',
    why: 'nothing',
    because: 'nothing in 1 stream, joined, gives the words that the bot was asked to repeat',
  });
  expect(learnContent([stream], undefined, [[event({ other: 'Hello' })]])).toEqual({
    is: 'none',
    why: 'noText',
    because: 'text holds no text where another message is answered, in 1 stream and 1 of another',
  });
  expect(learnContent([stream], undefined, [[event({ text: 'Hello', tool: 'search' })]])).toMatchObject({
    is: 'none',
    why: 'strangeText',
  });
});
