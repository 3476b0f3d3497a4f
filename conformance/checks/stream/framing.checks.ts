import { requiringProduct } from '../../expectations/statuses/lacks-its-product.ts';
import { clause } from '../../model/check.ts';
import { keepsWordsApart } from '../../expectations/words/keeps-words-apart.ts';
import { keepsRepeats } from '../../expectations/words/keeps-repeats.ts';
import { keepsEveryLine } from '../../expectations/words/loses-no-data.ts';
import { keepsMarkup } from '../../expectations/words/keeps-markup.ts';
import { streamsToTheEnd } from '../../expectations/words/keeps-the-end.ts';
import { everyDataIsJson, jsonDataIsJson } from '../../expectations/streams/json-in-data.ts';
import { streamsItOnce } from '../../expectations/words/streams-it-once.ts';
import { anyOf, everyWholeSuccessOf, onlyStreams } from '../../expectations/kinds.ts';
import { streamsTheOneReply } from '../../expectations/conversations/fixed/streams-the-one-reply.ts';
import { streamsKeepBlanks, streamsTheWholeReply } from '../../expectations/words/streams-every-word.ts';
import { tearsNoWord } from '../../expectations/conversations/torn-in-streams.ts';
import { marksInBoth } from '../chat/marks.ts';
import { wordsInARowTwice } from '../chat/repeated.ts';
import { severalLines } from './probes.ts';

export const framing = clause('4.3', 'stream.framing', {
  requirement: 'The stream carries the streamed reply, with its spaces and line breaks (WHATWG HTML 9.2.6)',
  also: ['6.1'],
  checks: {
    'keeps-every-line': {
      title: 'Sends each line of a multi-line reply as a separate data: line',
      level: 'MUST',
      requirement:
        'Each line of the data is a field of its own: a line without a field name is ignored (WHATWG HTML 9.2.6)',
      control: 'stream.response/succeeds',
      probe: severalLines,
      expect: [keepsEveryLine],
      fault: 'stream-raw-line-ends-by-the-word',
      alsoFinds: ['stream-raw-lines-of-the-bot'],
    },
    'keeps-what-comes-twice': {
      title: 'Sends both of two equal consecutive words of a streamed reply',
      level: 'MUST',
      requirement:
        'The stream carries the streamed reply: a piece that equals the one before it is part of the reply too',
      control: 'stream.response/succeeds',
      probe: severalLines,
      expect: [keepsRepeats],
      fault: 'stream-drops-equal-pieces',
    },
    'keeps-every-piece': {
      title: 'Streams every piece of the reply once and in order',
      level: 'MUST',
      requirement: 'The stream carries the streamed reply: each piece of it once, and in its place',
      ofEvery: anyOf(everyWholeSuccessOf('chat'), onlyStreams(everyWholeSuccessOf('stream'))),
      together: true,
      probe: wordsInARowTwice,
      expect: [streamsTheWholeReply, streamsItOnce, streamsTheOneReply, tearsNoWord],
      fault: 'stream-loses-pieces',
      alsoFinds: [
        'stream-repeats-pieces',
        'stream-begun-again',
        'stream-of-a-session-comes-twice',
        'stream-now-and-then-without-text',
        'stream-swaps-pieces',
        'stream-loses-its-last-piece',
        'stream-loses-its-last-piece-at-some-lengths',
        'stream-loses-letters-between-buffers',
        'stream-loses-a-piece-now-and-then',
      ],
    },
    // Text from web forms has CR LF as its line ends, and a library may throw at a CR in what it sends.
    'goes-on-behind-line-ends': {
      title: 'Streams a reply of several lines to its end, one of them ended by CR LF',
      level: 'MUST',
      requirement: 'The stream carries the streamed reply, whatever its line ends',
      control: 'stream.response/succeeds',
      probe: severalLines,
      expect: [streamsToTheEnd],
      fault: 'stream-ends-at-a-carriage-return',
    },
    // The end marker of the model behind a service is ordinary text in a reply.
    'goes-on-behind-done': {
      title: 'Continues a streamed reply after the text [DONE]',
      level: 'MUST',
      requirement: 'The stream carries the streamed reply, whatever text is in it',
      control: 'stream.response/succeeds',
      probe: marksInBoth,
      expect: [streamsToTheEnd],
      fault: 'stream-ends-at-done-in-its-text',
    },
    // Not MUST: a stream may show as plain text what a chat has as markup; payload shapes are not shown (6.1).
    'keeps-markup': {
      title: 'Keeps tags such as <b> of a reply in its stream, as they are or escaped',
      level: 'SHOULD',
      control: 'stream.response/succeeds',
      probe: marksInBoth,
      expect: [keepsMarkup],
      fault: 'stream-strips-markup',
    },
    'json-data-is-json': {
      title: 'Sends no raw tab inside the JSON strings of SSE data',
      level: 'SHOULD',
      requirement:
        'A control character in a string of JSON is escaped (RFC 8259 7): data that is JSON in other events, too',
      ofEvery: onlyStreams(everyWholeSuccessOf('stream')),
      probe: severalLines,
      expect: [requiringProduct(jsonDataIsJson)],
      fault: 'stream-tab-raw-in-its-data',
    },
    // Not MUST: payload shapes are not shown (6.1), and a single event may mean something else.
    'every-data-is-json': {
      title: 'Sends JSON in each event of a stream whose other events all have it',
      level: 'SHOULD',
      requirement: 'Event data that is JSON in all other events of a stream is JSON in each (RFC 8259 2)',
      ofEvery: onlyStreams(everyWholeSuccessOf('stream')),
      probe: severalLines,
      expect: [requiringProduct(everyDataIsJson)],
      fault: 'stream-one-event-cut',
      alsoFinds: ['stream-event-undefined'],
    },
    'keeps-every-blank': {
      title: 'Keeps the spaces between all words of a long streamed reply',
      level: 'SHOULD',
      ofEvery: anyOf(everyWholeSuccessOf('chat'), onlyStreams(everyWholeSuccessOf('stream'))),
      together: true,
      probe: wordsInARowTwice,
      expect: [streamsKeepBlanks],
      fault: 'stream-strips-its-pieces',
      alsoFinds: ['stream-strips-all-but-its-end'],
    },
    'keeps-blanks': {
      title: 'Keeps the space between two words of a streamed line',
      level: 'SHOULD',
      control: 'stream.response/succeeds',
      probe: severalLines,
      expect: [keepsWordsApart('blank')],
      fault: 'stream-loses-leading-blanks',
    },
    'keeps-line-ends': {
      title: 'Keeps the line breaks of a streamed reply',
      level: 'SHOULD',
      control: 'stream.response/succeeds',
      probe: severalLines,
      expect: [keepsWordsApart('lineEnd')],
      fault: 'stream-loses-line-ends',
      alsoFinds: ['stream-line-ends-become-blanks', 'stream-line-feeds-become-blanks'],
    },
  },
});
