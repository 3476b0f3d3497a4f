import { clause } from '../core/check.ts';
import { keepsWordsApart } from '../expect/keeps-words-apart.ts';
import { keepsRepeats } from '../expect/keeps-repeats.ts';
import { keepsEveryLine } from '../expect/loses-no-data.ts';
import { everyWholeSuccessOf } from '../expect/kinds.ts';
import { keepsEveryBlank, streamsTheWholeReply } from '../expect/streams-every-word.ts';
import { severalLines, wordsInARowTwice } from './probes.ts';

export const framing = clause('4.3', 'stream.framing', {
  requirement: 'The stream carries the streamed reply, the blanks and line ends in it too (WHATWG HTML 9.2.6)',
  also: ['6.1'],
  checks: {
    'keeps-every-line': {
      level: 'MUST',
      requirement:
        'Each line of the data is a field of its own: what is written there raw is thrown away (WHATWG HTML 9.2.6)',
      control: 'stream.response/succeeds',
      probe: severalLines,
      expect: [keepsEveryLine],
      fault: 'stream-raw-line-ends-by-the-word',
      alsoFinds: ['stream-raw-lines-of-the-bot'],
    },
    'keeps-what-comes-twice': {
      level: 'MUST',
      requirement:
        'The stream carries the streamed reply: a piece that is like the one before it is a part of the reply too',
      control: 'stream.response/succeeds',
      probe: severalLines,
      expect: [keepsRepeats],
      fault: 'stream-drops-equal-pieces',
    },
    'keeps-every-piece': {
      level: 'MUST',
      requirement: 'The stream carries the streamed reply: each piece of it once, and in its place',
      ofEvery: everyWholeSuccessOf('chat', 'stream'),
      together: true,
      probe: wordsInARowTwice,
      expect: [streamsTheWholeReply],
      fault: 'stream-loses-pieces',
      alsoFinds: ['stream-repeats-pieces', 'stream-swaps-pieces', 'stream-loses-its-last-piece'],
    },
    'keeps-every-blank': {
      level: 'SHOULD',
      ofEvery: everyWholeSuccessOf('chat', 'stream'),
      together: true,
      probe: wordsInARowTwice,
      expect: [keepsEveryBlank],
      fault: 'stream-strips-its-pieces',
    },
    'keeps-blanks': {
      level: 'SHOULD',
      control: 'stream.response/succeeds',
      probe: severalLines,
      expect: [keepsWordsApart('blank')],
      fault: 'stream-loses-leading-blanks',
    },
    'keeps-line-ends': {
      level: 'SHOULD',
      control: 'stream.response/succeeds',
      probe: severalLines,
      expect: [keepsWordsApart('lineEnd')],
      fault: 'stream-loses-line-ends',
      alsoFinds: ['stream-line-ends-become-blanks'],
    },
  },
});
