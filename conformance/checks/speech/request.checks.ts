import { loneSurrogates } from '../chat/texts.ts';
import { withinCombinedSpeech } from './all-in-one.ts';
import { spokenText } from '../../model/probes/plain-speech.ts';
import { isShorter } from '../../expectations/audio/asked/lasts.ts';
import { clause } from '../../model/check.ts';
import { typeMatchesBytes } from '../../expectations/audio/asked/agrees-with-format.ts';
import { onEachSpeech } from '../../expectations/audio/asked/each-answer.ts';
import { carriesSpeech } from '../../expectations/audio/carries-speech.ts';
import { isNoServerError, isRefusal } from '../../expectations/statuses/is-refusal.ts';
import { whereAccepted } from '../../expectations/judged-as.ts';
import { areSuccesses } from '../../expectations/statuses/is-success.ts';
import { areRefusedAgain } from '../../expectations/statuses/are-refused-again.ts';
import { observedStatus } from '../../expectations/bodies/observed.ts';
import { numberAsTextOfAll, instructionsAreAccepted, withoutText, withoutVoice } from './combined.ts';
import { acceptedCheck, noServerErrorCheck, refusedCheck, refusedLookalikeCheck, unlessTooLong } from './outcomes.ts';
import {
  emojiText,
  longSpeech,
  linesText,
  longText,
  marksText,
  nulText,
  scriptsTwice,
  speak,
  speakAgain,
  speakBody,
  speakRaw,
} from './probes.ts';
import { invalidRequestsTwice } from './refused-again.ts';

const form = 'text=Hello%20there.&voice=alloy';
const boundary = 'assay-form-boundary';
const parts = Object.entries({ text: 'Hello there.', voice: 'alloy' })
  .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  .join('');

const asForm = speakBody({ raw: form }, { contentType: 'application/x-www-form-urlencoded' });
const asMultipart = speakBody(
  { raw: `${parts}--${boundary}--\r\n` },
  { contentType: `multipart/form-data; boundary=${boundary}` },
);

/** Whether the request is accepted, and which of its fields, is open; an accepted one must carry speech. */
const spokenIfTaken = [whereAccepted(carriesSpeech), whereAccepted(typeMatchesBytes)];

const byOtherNames = speak({
  text: undefined,
  ...Object.fromEntries(['input', 'message', 'ssml', 'content'].map((name) => [name, spokenText])),
});
const numberAsText = speak({ text: 42 });
const empty = speak({ text: '' });
const blank = speak({ text: ' \n ' });
export const request = clause('2.5', 'speech.request', {
  requirement: 'The text-to-speech request is a JSON object, and text and voice are required in it',
  also: ['4', '4.5', '7.1'],
  checks: {
    'accepts-least': {
      title: 'Accepts a speech request with only text and voice',
      ...acceptedCheck(speak(), 'speech-needs-format'),
    },
    'accepts-it-again': {
      title: 'Answers a repeated speech request with audio again',
      level: 'MUST',
      requirement: 'The service converts text to spoken audio, each time it is asked',
      probe: speakAgain({ text: 'Please say this twice.' }),
      expect: [areSuccesses, onEachSpeech(carriesSpeech)],
      fault: 'speech-cache-drained',
    },
    'rejects-it-again': {
      title: 'Refuses an invalid speech or chat again when it is sent a second time',
      level: 'MUST',
      requirement: 'What 2.2 and 2.5 do not allow is refused each time it is sent',
      control: 'accepts-least',
      probe: invalidRequestsTwice,
      expect: [areRefusedAgain],
      fault: 'speech-refused-once',
    },
    'rejects-absent-text': {
      title: 'Rejects a speech request without text',
      ...refusedCheck(speak({ text: undefined }), 'text-optional'),
    },
    'rejects-absent-voice': {
      title: 'Rejects a speech request without a voice',
      ...refusedCheck(speak({ voice: undefined }), 'voice-optional'),
    },
    'rejects-absent-text-beside-others': {
      title: 'Rejects a speech request with all fields but text',
      ...refusedCheck(withoutText, 'text-optional-with-a-speed', 'speech.speed/accepts-maximum'),
      positiveControl: instructionsAreAccepted,
    },
    // Not MUST: fields besides those of 2.5 are not shown, and a service may accept other names.
    'takes-no-other-name': {
      title: 'Rejects a speech request with input, message, ssml and content but no text',
      level: 'SHOULD',
      control: 'accepts-least',
      probe: byOtherNames,
      expect: [isRefusal],
      fault: 'speech-input-taken',
    },
    'rejects-absent-voice-beside-others': {
      title: 'Rejects a speech request with all fields but voice',
      ...refusedCheck(withoutVoice, 'voice-optional-with-a-speed', 'speech.speed/accepts-maximum'),
      positiveControl: instructionsAreAccepted,
    },
    'rejects-truncated-json': {
      title: 'Rejects a speech request whose JSON lacks its closing brace',
      ...refusedCheck(speakBody({ raw: '{"text":"Hello!","voice":"alloy"' }), 'speech-lenient-json'),
    },
    // Broken off within a string, where no closing brace repairs it: this reaches the parser's own error.
    'rejects-broken-json': {
      title: 'Rejects a speech request whose JSON breaks off inside a string',
      ...refusedCheck(speakBody({ raw: '{"text":"Hel' }), 'speech-bad-json-500'),
    },
    'rejects-array-body': {
      title: 'Rejects a speech request whose body is a JSON array',
      ...refusedCheck(speakBody([{ text: spokenText, voice: 'alloy' }]), 'speech-array-body-accepted'),
    },
    'rejects-string-body': {
      title: 'Rejects a speech request whose body is a JSON string',
      ...refusedCheck(
        speakBody({ raw: JSON.stringify(JSON.stringify({ text: spokenText, voice: 'alloy' })) }),
        'speech-string-body-accepted',
      ),
    },
    'rejects-number-body': {
      title: 'Rejects a speech request whose body is a number',
      ...refusedCheck(speakBody({ raw: '42' }), 'speech-number-body-500'),
    },
    'rejects-null-body': {
      title: 'Rejects a speech request whose body is null',
      ...refusedCheck(speakBody({ raw: 'null' }), 'speech-null-body-500'),
    },
    'rejects-empty-body': {
      title: 'Rejects a speech request with an empty body',
      ...refusedCheck(speakBody({ raw: '' }), 'speech-empty-body-500'),
    },
    'survives-a-form': {
      title: 'A form-urlencoded speech body causes no 5xx',
      level: 'MUST',
      requirement: 'The API reference also lists application/x-www-form-urlencoded',
      control: 'accepts-least',
      probe: asForm,
      expect: [isNoServerError],
      fault: 'speech-form-500',
    },
    'survives-multipart': {
      title: 'A multipart speech body causes no 5xx',
      level: 'MUST',
      requirement: 'The API reference also lists multipart/form-data',
      control: 'accepts-least',
      probe: asMultipart,
      expect: [isNoServerError],
      fault: 'speech-multipart-500',
    },
    'a-form-that-is-taken-is-spoken': {
      title: 'Returns audio for a form-urlencoded speech body if it accepts it',
      level: 'MUST',
      requirement: 'The text-to-speech response is that of 2.6, whatever the type of the accepted body',
      control: 'accepts-least',
      probe: asForm,
      expect: spokenIfTaken,
      fault: 'speech-form-without-audio',
    },
    'multipart-that-is-taken-is-spoken': {
      title: 'Returns audio for a multipart speech body if it accepts it',
      level: 'MUST',
      requirement: 'The text-to-speech response is that of 2.6, whatever the type of the accepted body',
      control: 'accepts-least',
      probe: asMultipart,
      expect: spokenIfTaken,
      fault: 'speech-multipart-without-audio',
    },
  },
  observations: {
    'form-body': { says: 'The field layout is given only for JSON', probe: asForm, see: observedStatus },
    'multipart-body': { says: 'The field layout is given only for JSON', probe: asMultipart, see: observedStatus },
    'further-field': {
      says: 'Fields besides those of 2.5: not specified',
      probe: speak({ model: 'any' }),
      see: observedStatus,
    },
    'trailing-text': {
      says: 'A parser may accept extensions to JSON (RFC 8259 9)',
      probe: speakBody({ raw: '{"text":"Hello!","voice":"alloy"} x' }),
      see: observedStatus,
    },
  },
});

export const text = clause('2.5', 'speech.text', {
  requirement: 'text is the text to speak, a required string',
  also: ['4.5'],
  checks: {
    'accepts-emoji': {
      title: 'Accepts a speech text with emoji',
      ...acceptedCheck(speak({ text: emojiText }), 'text-emoji-500'),
      within: withinCombinedSpeech,
    },
    'accepts-other-scripts': {
      title: 'Accepts a speech text with Hebrew and Chinese letters',
      ...acceptedCheck(scriptsTwice, 'text-latin-only'),
    },
    'keeps-the-speed-of-other-letters': {
      title: 'Speaks a text with accents, Hebrew and Chinese faster at speed 4 than at 1',
      level: 'MUST',
      requirement: 'speed changes how long the speech lasts, whatever letters the text has',
      probe: scriptsTwice,
      expect: [unlessTooLong(isShorter({ at: 1, words: 'speed 4' }, { at: 0, words: 'speed 1' }))],
      fault: 'speed-ignored-beyond-ascii',
    },
    'accepts-line-breaks': {
      title: 'Accepts a speech text of several lines',
      ...acceptedCheck(speak({ text: linesText }), 'text-line-breaks-refused'),
      within: withinCombinedSpeech,
    },
    // Services that wrap the text in SSML, a command, a query or a template have to escape it.
    'accepts-markup-characters': {
      title: 'Accepts a speech text with quotes, <, >, &, $, %, #, ;, {, } and \\',
      ...acceptedCheck(speak({ text: marksText }), 'text-markup-500'),
      within: withinCombinedSpeech,
      alsoFinds: ['text-format-string-500'],
    },
    'long-is-no-server-error': {
      title: 'A speech of about 800 characters causes no 5xx; a refusal has the error object',
      ...noServerErrorCheck(longSpeech, 'text-long-500'),
    },
    'empty-is-no-server-error': {
      title: 'An empty speech text causes no 5xx; a refusal has the error object',
      ...noServerErrorCheck(empty, 'text-empty-500'),
    },
    'blank-is-no-server-error': {
      title: 'A blank speech text causes no 5xx; a refusal has the error object',
      ...noServerErrorCheck(blank, 'text-blank-500'),
    },
    'nul-is-no-server-error': {
      title: 'A NUL character in a speech text causes no 5xx; a refusal has the error object',
      ...noServerErrorCheck(speak({ text: nulText }), 'text-nul-500'),
      within: withinCombinedSpeech,
    },
    'lone-surrogate-is-no-server-error': {
      title: 'A lone surrogate in a speech text causes no 5xx; a refusal has the error object',
      ...noServerErrorCheck(speakRaw('text', `"${loneSurrogates[1]}"`), 'text-lone-surrogate-500'),
      within: withinCombinedSpeech,
    },
    'rejects-null': {
      title: 'Rejects null as the speech text',
      ...refusedCheck(speak({ text: null }), 'speech-null-text-500'),
    },
    'rejects-number': {
      title: 'Rejects a number as the speech text',
      ...refusedLookalikeCheck(numberAsText, 'text-coerced'),
    },
    'rejects-number-beside-others': {
      title: 'Rejects a number as the speech text in a request with all other fields',
      ...refusedLookalikeCheck(numberAsTextOfAll, 'text-coerced-with-a-format', 'speech.speed/accepts-maximum'),
      positiveControl: instructionsAreAccepted,
    },
    'number-is-no-server-error': {
      title: 'A number as the speech text causes no 5xx; a refusal has the error object',
      ...noServerErrorCheck(numberAsText, 'text-number-500'),
    },
    'rejects-boolean': {
      title: 'Rejects true as the speech text',
      ...refusedLookalikeCheck(speak({ text: true }), 'text-coerced'),
    },
    'rejects-array': {
      title: 'Rejects an array as the speech text',
      ...refusedCheck(speak({ text: ['Hello', 'there.'] }), 'text-array-joined'),
    },
    'rejects-object': {
      title: 'Rejects an object as the speech text',
      ...refusedCheck(speak({ text: { ssml: 'Hello there.' } }), 'text-object-500'),
    },
  },
  observations: {
    empty: { says: 'The status of an empty speech text: not specified', probe: empty, see: observedStatus },
    blank: { says: 'The status of a blank speech text: not specified', probe: blank, see: observedStatus },
    [`of-${longText.length}-characters`]: {
      says: 'The status of a speech text of about 800 characters: not specified',
      probe: longSpeech,
      see: observedStatus,
    },
  },
});
