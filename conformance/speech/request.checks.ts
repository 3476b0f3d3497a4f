import { loneSurrogate } from '../chat/text.checks.ts';
import { speed as bounds } from '../contract/limits.ts';
import { clause } from '../core/check.ts';
import { typeAgreesWithBytes } from '../expect/audio/agrees-with-format.ts';
import { ofEachSpeech } from '../expect/audio/each-answer.ts';
import { carriesSpeech } from '../expect/audio/carries-speech.ts';
import { isShorter } from '../expect/audio/lasts.ts';
import { isNoServerError } from '../expect/is-refusal.ts';
import { hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { ofCall, whereAccepted, whereRefused } from '../expect/judged-as.ts';
import { areSuccesses } from '../expect/is-success.ts';
import { statusSeen } from '../expect/observed.ts';
import { accepted, causesNoServerError, refused, unlessTooLong, refusedLookalike } from './outcomes.ts';
import {
  emojiText,
  guidance,
  longSpeech,
  longText,
  scriptsText,
  speak,
  speakAgain,
  speakBody,
  speakEach,
  speakRaw,
  spokenText,
} from './probes.ts';

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

/** Whether it is taken, and what of its fields, is open; who says that it was has something to say. */
const spokenIfTaken = [whereAccepted(carriesSpeech), whereAccepted(typeAgreesWithBytes)];

const longGuidance = speakEach(
  { text: 'Yes.', instructions: guidance.repeat(16), format: 'wav' },
  { text: spokenText, format: 'wav' },
);

const numberAsText = speak({ text: 42 });
const oneInstruction = speak({ instructions: ['slowly'] });
const empty = speak({ text: '' });
const blank = speak({ text: ' \n ' });
const nullInstructions = speak({ instructions: null });

export const request = clause('2.5', 'speech.request', {
  requirement: 'The text-to-speech request is a JSON object, and text and voice are required in it',
  also: ['4', '4.5', '7.1'],
  checks: {
    'accepts-least': accepted(speak(), 'speech-needs-format'),
    'accepts-it-again': {
      level: 'MUST',
      requirement: 'The service converts text to spoken audio, each time it is asked',
      probe: speakAgain({ text: 'Please say this twice.' }),
      expect: [areSuccesses, ofEachSpeech(carriesSpeech)],
      fault: 'speech-cache-drained',
    },
    'rejects-absent-text': refused(speak({ text: undefined }), 'text-optional'),
    'rejects-absent-voice': refused(speak({ voice: undefined }), 'voice-optional'),
    'rejects-truncated-json': refused(speakBody({ raw: '{"text":"Hello!","voice":"alloy"' }), 'speech-lenient-json'),
    // Broken within a string, where no closing brace fixes it: the way into the parser's own error.
    'rejects-broken-json': refused(speakBody({ raw: '{"text":"Hel' }), 'speech-bad-json-500'),
    'rejects-array-body': refused(speakBody([{ text: spokenText, voice: 'alloy' }]), 'speech-array-body-accepted'),
    'rejects-string-body': refused(
      speakBody({ raw: JSON.stringify(JSON.stringify({ text: spokenText, voice: 'alloy' })) }),
      'speech-string-body-accepted',
    ),
    'rejects-number-body': refused(speakBody({ raw: '42' }), 'speech-number-body-500'),
    'rejects-null-body': refused(speakBody({ raw: 'null' }), 'speech-null-body-500'),
    'rejects-empty-body': refused(speakBody({ raw: '' }), 'speech-empty-body-500'),
    'survives-a-form': {
      level: 'MUST',
      requirement: 'The API reference also lists application/x-www-form-urlencoded',
      control: 'accepts-least',
      probe: asForm,
      expect: [isNoServerError],
      fault: 'speech-form-500',
    },
    'survives-multipart': {
      level: 'MUST',
      requirement: 'The API reference also lists multipart/form-data',
      control: 'accepts-least',
      probe: asMultipart,
      expect: [isNoServerError],
      fault: 'speech-multipart-500',
    },
    'a-form-that-is-taken-is-spoken': {
      level: 'MUST',
      requirement: 'The text-to-speech response is that of 2.6, whatever type the body has that was taken',
      control: 'accepts-least',
      probe: asForm,
      expect: spokenIfTaken,
      fault: 'speech-form-without-audio',
    },
    'multipart-that-is-taken-is-spoken': {
      level: 'MUST',
      requirement: 'The text-to-speech response is that of 2.6, whatever type the body has that was taken',
      control: 'accepts-least',
      probe: asMultipart,
      expect: spokenIfTaken,
      fault: 'speech-multipart-without-audio',
    },
  },
  observations: {
    'form-body': { says: 'The field layout is given only for JSON', probe: asForm, see: statusSeen },
    'multipart-body': { says: 'The field layout is given only for JSON', probe: asMultipart, see: statusSeen },
    'further-field': {
      says: 'Fields besides those of 2.5: not shown',
      probe: speak({ model: 'any' }),
      see: statusSeen,
    },
    'trailing-text': {
      says: 'A parser may accept extensions to JSON (RFC 8259 9)',
      probe: speakBody({ raw: '{"text":"Hello!","voice":"alloy"} x' }),
      see: statusSeen,
    },
  },
});

export const text = clause('2.5', 'speech.text', {
  requirement: 'text is the text to speak, a required string',
  also: ['4.5'],
  checks: {
    'accepts-emoji': accepted(speak({ text: emojiText }), 'text-emoji-500'),
    'accepts-other-scripts': accepted(speak({ text: scriptsText }), 'text-latin-only'),
    'accepts-line-breaks': accepted(
      speak({ text: `One.\nA second line.\r\n\r\n\tAnd a third. ${spokenText}` }),
      'text-line-breaks-refused',
    ),
    // Services that wrap the text in SSML have to escape it.
    'accepts-markup-characters': accepted(
      speak({ text: `He said "2 < 3 & 4 > 3" & smiled: <not a tag>. ${spokenText}` }),
      'text-markup-500',
    ),
    'long-is-no-server-error': causesNoServerError(longSpeech, 'text-long-500'),
    'empty-is-no-server-error': causesNoServerError(empty, 'text-empty-500'),
    'blank-is-no-server-error': causesNoServerError(blank, 'text-blank-500'),
    'nul-is-no-server-error': causesNoServerError(speak({ text: 'Hello\0!' }), 'text-nul-500'),
    'lone-surrogate-is-no-server-error': causesNoServerError(
      speakRaw('text', `"${loneSurrogate}"`),
      'text-lone-surrogate-500',
    ),
    'rejects-null': refused(speak({ text: null }), 'speech-null-text-500'),
    'rejects-number': refusedLookalike(numberAsText, 'text-coerced'),
    'number-is-no-server-error': causesNoServerError(numberAsText, 'text-number-500'),
    'rejects-boolean': refusedLookalike(speak({ text: true }), 'text-coerced'),
    'rejects-array': refused(speak({ text: ['Hello', 'there.'] }), 'text-array-joined'),
    'rejects-object': refused(speak({ text: { ssml: 'Hello there.' } }), 'text-object-500'),
  },
  observations: {
    empty: { says: 'maximum text or message sizes: not shown', probe: empty, see: statusSeen },
    blank: { says: 'maximum text or message sizes: not shown', probe: blank, see: statusSeen },
    [`of-${longText.length}-characters`]: {
      says: 'maximum text or message sizes: not shown',
      probe: longSpeech,
      see: statusSeen,
    },
  },
});

export const instructions = clause('2.5', 'speech.instructions', {
  requirement: 'instructions is free-text guidance for the speech, an optional string',
  also: ['4.5'],
  checks: {
    accepts: accepted(speak({ instructions: 'Speak slowly, and with a smile.' }), 'speech-instructions-refused'),
    'accepts-any-characters': accepted(
      speak({
        instructions: 'Warm & "friendly" <3\nnot too fast – wie zu Hause 🙂',
        speed: bounds.minimum,
        format: 'aac',
      }),
      'instructions-header-500',
    ),
    'are-not-spoken': {
      level: 'MUST',
      requirement: 'text is the text to speak, and instructions are guidance',
      control: 'accepts',
      probe: longGuidance,
      expect: [
        unlessTooLong(
          isShorter({ at: 0, words: 'one word, with guidance of many,' }, { at: 1, words: 'one sentence' }),
          0,
        ),
      ],
      fault: 'instructions-spoken',
    },
    'long-is-no-server-error': {
      ...causesNoServerError(longGuidance, 'instructions-long-500', 'accepts'),
      expect: [ofCall(0, isNoServerError), ofCall(0, whereRefused(hasErrorEnvelope))],
    },
    'null-is-no-server-error': causesNoServerError(nullInstructions, 'instructions-null-500', 'accepts'),
    'rejects-number': refusedLookalike(speak({ instructions: 42 }), 'instructions-coerced', 'accepts'),
    'rejects-array': refusedLookalike(oneInstruction, 'instructions-array-joined', 'accepts'),
    'list-of-one-is-no-server-error': causesNoServerError(oneInstruction, 'instructions-array-500', 'accepts'),
    'rejects-several': refused(speak({ instructions: ['slowly', 'warmly'] }), 'instructions-array-joined', 'accepts'),
    'rejects-object': refused(speak({ instructions: { tone: 'warm' } }), 'instructions-object-accepted', 'accepts'),
  },
  observations: {
    null: { says: 'whether null stands for absent: not shown', probe: nullInstructions, see: statusSeen },
    empty: { says: 'limits of free text: not shown', probe: speak({ instructions: '' }), see: statusSeen },
  },
});
