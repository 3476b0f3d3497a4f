import { areAnsweredConcurrently, isReachedAtFirstAttempt } from '../../expectations/statuses/is-reached-at-once.ts';
import { clause } from '../../model/check.ts';
import { stream } from '../chat/probes.ts';
import { pageInBoth } from '../chat/page.ts';
import { arrivesOverTime } from '../../expectations/streams/arrives-over-time.ts';
import { codedArrivesOverTime } from '../../expectations/streams/coded-over-time.ts';
import { carriesTheReply } from '../../expectations/conversations/carries-the-reply.ts';
import { carriesWhenContinued } from '../../expectations/conversations/carries-when-continued.ts';
import { isComplete } from '../../expectations/wire/is-complete.ts';
import { requiringProduct } from '../../expectations/statuses/lacks-its-product.ts';
import {
  hasValidContentCoding,
  eachHasData,
  endsItsLastEvent,
  hasEventWithData,
  isUtf8Stream,
  saysNoObjectName,
  saysEventStream,
  saysUtf8,
} from '../../expectations/streams/is-event-stream.ts';
import { onStreams } from '../../expectations/judged-as.ts';
import { areSuccesses, isSuccess } from '../../expectations/statuses/is-success.ts';
import { everySuccessOf, everyWholeSuccessOf, onlyReadByteByByte, onlyStreams } from '../../expectations/kinds.ts';
import { holdsWholeLetters } from '../../expectations/words/holds-whole-letters.ts';
import { streamsOmitNothing } from '../../expectations/conversations/leaves-nothing-out.ts';
import { losesNothingConcurrently } from '../../expectations/conversations/loses-at-once.ts';
import { streamsAReply, streamsToTheEnd } from '../../expectations/words/keeps-the-end.ts';
import { losesNoCharacter } from '../../expectations/words/loses-no-character.ts';
import { losesNoData, spellsItsFields } from '../../expectations/words/loses-no-data.ts';
import {
  chatsSayNothingOfStreams,
  repliesNeverMix,
  repliesNeverMixIfRepeated,
  ownWordsAreRepeated,
} from '../../expectations/conversations/never-mixed.ts';
import { observedEventLayout, observedIgnoredLines } from '../../expectations/bodies/observed.ts';
import { tearsNoCharacter } from '../../expectations/words/tears-no-character.ts';
import { manyLetters } from '../chat/repeated.ts';
import { begunByStream } from '../sessions/probes.ts';
import {
  closingStream,
  compressibleStream,
  streamLeftEarly,
  severalLines,
  concurrentStreamsIn,
  concurrentReplies,
} from './probes.ts';

export const streamed = clause('4.3', 'stream.response', {
  requirement: 'The response is text/event-stream (server-sent events) carrying the streamed reply',
  also: ['6.1'],
  checks: {
    succeeds: {
      title: 'Answers a stream request with a success status',
      level: 'MUST',
      probe: stream(),
      expect: [isSuccess],
      fault: 'stream-fails-500',
    },
    'says-event-stream': {
      title: 'Sends a stream as Content-Type text/event-stream',
      level: 'MUST',
      ofEvery: everySuccessOf('stream'),
      probe: stream(),
      expect: [saysEventStream],
      fault: 'stream-content-type-json',
      alsoFinds: ['stream-continued-labelled-json', 'stream-type-of-a-page-too'],
    },
    'says-utf8-if-any-charset': {
      title: 'Names no charset but utf-8 in the Content-Type of a stream',
      level: 'MUST',
      ofEvery: onlyStreams(everySuccessOf('stream')),
      requirement: 'The charset of text/event-stream must be utf-8 where it is given (WHATWG HTML 16.9)',
      probe: stream(),
      expect: [requiringProduct(saysUtf8)],
      fault: 'stream-charset-latin-1',
    },
    'has-an-event-with-data': {
      title: 'Sends at least one SSE event with data in a stream',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('stream'),
      probe: stream(),
      expect: [hasEventWithData],
      fault: 'stream-without-events',
    },
    'is-no-object-name': {
      title: 'Sends the reply in the data of a stream, not "[object Object]"',
      level: 'MUST',
      ofEvery: onlyStreams(everyWholeSuccessOf('stream')),
      requirement: 'The stream carries the streamed reply',
      probe: stream(),
      expect: [requiringProduct(saysNoObjectName)],
      fault: 'stream-data-is-an-object-name',
    },
    'has-no-bare-lines': {
      title: 'Puts no reply text or JSON outside the data: lines of a stream',
      level: 'MUST',
      ofEvery: onlyStreams(everyWholeSuccessOf('stream')),
      requirement: 'Server-sent events are fields and blank lines; other lines are ignored (WHATWG HTML 9.2)',
      probe: severalLines,
      expect: [requiringProduct(losesNoData)],
      fault: 'stream-bare-json-lines',
      alsoFinds: ['stream-raw-newline-in-data', 'stream-lines-end-at-u2028'],
    },
    'spells-its-fields': {
      title: 'Spells SSE field names exactly: data, event, id, retry',
      level: 'MUST',
      ofEvery: onlyStreams(everyWholeSuccessOf('stream')),
      requirement: 'A field counts under its literal name only (WHATWG HTML 9.2.6)',
      probe: stream(),
      expect: [requiringProduct(spellsItsFields)],
      fault: 'stream-mark-before-each-event',
      alsoFinds: ['stream-field-without-colon'],
    },
    'ends-its-last-event': {
      title: 'Ends the last SSE event of a stream with a blank line',
      level: 'MUST',
      ofEvery: onlyStreams(everyWholeSuccessOf('stream')),
      probe: stream(),
      expect: [requiringProduct(endsItsLastEvent)],
      fault: 'stream-last-event-unterminated',
      alsoFinds: ['stream-long-reply-unterminated', 'stream-continued-unterminated'],
    },
    'is-utf8': {
      title: 'Sends a stream as valid UTF-8',
      level: 'MUST',
      ofEvery: onlyStreams(everyWholeSuccessOf('stream')),
      probe: manyLetters,
      expect: [requiringProduct(isUtf8Stream)],
      fault: 'stream-invalid-utf8',
      alsoFinds: ['stream-continued-in-a-code-page'],
    },
    'tears-no-character': {
      title: 'Sends letters and emoji in a stream uncorrupted and unsplit',
      level: 'MUST',
      probe: manyLetters,
      expect: [isSuccess, tearsNoCharacter, losesNoCharacter, streamsOmitNothing],
      fault: 'stream-cut-by-the-byte',
      alsoFinds: [
        'stream-cut-by-the-unit',
        'stream-drops-what-is-cut-in-a-letter',
        'stream-loses-emoji',
        'stream-replaces-emoji',
      ],
    },
    'carries-a-long-reply-to-its-end': {
      title: 'Sends a long reply as completely in a stream as in a chat',
      level: 'MUST',
      control: 'stream.response/succeeds',
      probe: pageInBoth,
      expect: [streamsToTheEnd, streamsAReply, tearsNoCharacter, streamsOmitNothing],
      fault: 'stream-cut-at-2000-characters',
      alsoFinds: [
        'stream-decoded-by-64-bytes',
        'stream-cut-by-the-byte',
        'stream-drops-what-is-cut-in-a-letter',
        'stream-without-the-reply',
      ],
    },
    ends: {
      title: 'Ends a stream properly and within the time limit',
      level: 'MUST',
      probe: stream(),
      expect: [requiringProduct(isComplete)],
      fault: 'stream-never-ends',
    },
    'ends-where-the-client-closes': {
      title: 'Ends a stream properly for a client that sends Connection: close',
      level: 'MUST',
      requirement: 'The end of a stream is told by its framing, also before the connection is closed (RFC 9112 6.3)',
      ofEvery: onlyReadByteByByte(everySuccessOf('stream')),
      probe: closingStream,
      expect: [requiringProduct(isComplete)],
      fault: 'stream-closed-before-its-end',
    },
    'content-coding-is-true': {
      title: 'If a stream is compressed, it decodes as its Content-Encoding says',
      level: 'MUST',
      ofEvery: onlyStreams(everyWholeSuccessOf('stream')),
      requirement: 'A body labelled as compressed can be decompressed to its end (RFC 9110 8.4)',
      probe: compressibleStream,
      expect: [requiringProduct(hasValidContentCoding)],
      fault: 'stream-gzip-lie',
      alsoFinds: ['stream-gzip-truncated'],
    },
    'arrives-over-time': {
      title: 'Sends SSE events while the reply is generated, not all at its end',
      level: 'SHOULD',
      probe: concurrentReplies,
      expect: [arrivesOverTime],
      fault: 'stream-buffered',
      alsoFinds: ['stream-begun-then-buffered'],
    },
    'arrives-over-time-with-codings': {
      title: 'Sends SSE events as they come to a client that accepts compression, too',
      level: 'SHOULD',
      requirement: 'The stream carries the streamed reply, whatever codings its client takes (RFC 9110 12.5.3)',
      probe: compressibleStream,
      expect: [codedArrivesOverTime],
      fault: 'stream-held-back-by-a-compressor',
    },
    'carries-the-reply': {
      title: 'Carries the text of the reply in the SSE events',
      level: 'MUST',
      probe: concurrentReplies,
      expect: [carriesTheReply],
      fault: 'stream-without-the-reply',
      alsoFinds: ['stream-of-empty-pieces'],
    },
    // Judged with a bot that repeats words: a bot may answer a message without a planted word with no text now and
    // then.
    'carries-the-reply-when-continued': {
      title: 'Carries text of the reply in streams that continue a session',
      level: 'MUST',
      // Only streams of this probe: other streams of a run continue sessions that never existed, and may begin new
      // ones.
      probe: begunByStream,
      expect: [carriesWhenContinued],
      fault: 'stream-continued-without-text',
    },
    'two-at-once-never-mix': {
      title: 'Streams running at once never mix their replies',
      level: 'MUST',
      absence: 'mixing',
      probe: concurrentReplies,
      positiveControl: ownWordsAreRepeated,
      expect: [areSuccesses, areAnsweredConcurrently(concurrentStreamsIn), repliesNeverMix, eachHasData],
      root: 'alone',
      fault: 'streams-mixed',
      alsoFinds: ['streams-at-once-dropped'],
    },
    'two-at-once-lose-nothing': {
      title: 'Streams running at once lose no words of their replies',
      level: 'MUST',
      control: 'succeeds',
      probe: concurrentReplies,
      expect: [losesNothingConcurrently],
      fault: 'streams-at-once-drop-pieces',
    },
    'holds-whole-letters': {
      title: 'Splits no surrogate pair across two SSE events',
      // Half of an escaped pair is valid JSON by the grammar: most readers join the pieces, but some refuse the event.
      level: 'SHOULD',
      ofEvery: onlyStreams(everyWholeSuccessOf('stream')),
      requirement:
        'Both halves of an escaped surrogate pair are in one JSON text: how one half is read is unpredictable (RFC 8259 8.2)',
      probe: manyLetters,
      expect: [requiringProduct(holdsWholeLetters)],
      fault: 'stream-surrogates-in-two-events',
    },
    'after-one-that-was-left': {
      title: 'Serves a complete stream after a client aborted the one before',
      level: 'MUST',
      requirement: 'A client that leaves early does no harm to the next one',
      control: 'succeeds',
      probe: streamLeftEarly,
      expect: [isReachedAtFirstAttempt, isSuccess, isComplete, hasEventWithData].map(onStreams),
      fault: 'stream-left-breaks-the-next',
      alsoFinds: ['stream-left-ends-the-service'],
    },
    'says-nothing-of-one-that-was-left': {
      title: 'Sends no text of an aborted stream in the next stream',
      level: 'MUST',
      requirement: 'What a client did not wait for is not sent to the next one',
      control: 'succeeds',
      absence: 'none',
      probe: streamLeftEarly,
      expect: [onStreams(repliesNeverMixIfRepeated)],
      fault: 'stream-left-goes-to-the-next',
    },
    'says-nothing-in-a-chat-of-one-that-was-left': {
      title: 'Sends no text of an aborted stream in the next chat',
      level: 'MUST',
      requirement: 'What a client did not wait for is not sent to the next one, in a chat either',
      control: 'succeeds',
      absence: 'none',
      probe: streamLeftEarly,
      expect: [chatsSayNothingOfStreams],
      fault: 'stream-left-goes-to-the-next-chat',
    },
  },
  observations: {
    layout: { says: 'Event kinds and payload shapes: not specified', probe: stream(), see: observedEventLayout },
    'ignored-lines': {
      says: 'Event kinds and payload shapes: not specified',
      probe: stream(),
      see: observedIgnoredLines,
    },
  },
});
