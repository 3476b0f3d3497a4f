import { speechRefusedWith429 } from '../metering/steady-refusal.ts';
import { chargesAsListed } from './charges.ts';
import { conversations, mostTurns, one, refusedRequests } from './inputs.ts';
import { chats, speeches, withOddType } from './valid.ts';
import { mostMeteredSteps } from './metered-steps.ts';
import { costOfMetered, meteredUses } from './metered-uses.ts';
import { oddChats, oddSpeeches } from './odd.ts';
import { openChats, openSpeeches } from './unspecified.ts';
import { isAnsweredInFull, causesNoServerError, isHeardWhole, isRefusedInForm, keepsTheToken } from './oracles.ts';
import type { Property } from './property.ts';
import { besides, mistypedChats, mistypedSpeeches, invalidChats, invalidSpeeches } from './invalid.ts';

const aChat = { needs: ['token', 'bot'], costs: { chats: 1, speeches: 0 } } as const;
const aSpeech = { needs: ['token'], costs: { chats: 0, speeches: 1 } } as const;

const valid = { level: 'MUST', kind: 'valid', expect: [isAnsweredInFull] } as const;
const invalid = { level: 'MUST', kind: 'invalid', expect: [isRefusedInForm] } as const;
const open = { level: 'MUST', kind: 'unspecified', expect: [causesNoServerError] } as const;

/** What frameworks read by default as what it looks like: "4" as 4, 42 as "42". */
const mistyped = {
  level: 'SHOULD',
  kind: 'invalid',
  expect: [isRefusedInForm],
  doneBy: [
    'Fastify 5.12.8: ajv reads values as what they look like',
    'Spring Boot 3.3.4: Jackson reads 42 as text, "4" as 4 and "" as nothing',
  ],
} as const;
/** What nobody meets but the sender of a spelling that no common client uses. */
const oddlyTyped = {
  level: 'HTTP',
  kind: 'valid',
  expect: [isAnsweredInFull],
  casesInCheck: 10,
  doneBy: ['axum 0.8.9: 415 to a blank before the semicolon'],
} as const;
/** Endured too, but by whoever sends it alone. */
const odd = { level: 'HTTP', kind: 'unspecified', expect: [causesNoServerError], casesInCheck: 5 } as const;
const oddSays = 'Bytes that no common client sends are no error of the server (RFC 9110 15.5, 15.6)';

const chatControl = 'chat.request/accepts-least';
const streamControl = 'stream.response/succeeds';
const speechControl = 'speech.request/accepts-least';

/** Every property, in the document's order. */
export const properties: readonly Property[] = [
  {
    ...valid,
    id: 'chat.generated/accepts-valid',
    clause: '4.2',
    also: ['2.2', '2.3'],
    requirement: 'Any valid chat request is answered in full, however its JSON and header fields are spelt',
    inputs: (fc, options) => one(chats(fc, 'chat', options)),
    ...aChat,
    share: 5,
    fault: 'chat-combining-marks-refused',
  },
  {
    ...oddlyTyped,
    id: 'chat.generated/takes-any-media-type-of-json',
    clause: '4.2',
    also: ['2.2'],
    requirement:
      'The media type of a chat may be written in any letter case, and with parameters as RFC 9110 5.6.6 spells them',
    inputs: (fc) => one(withOddType(fc, chats(fc, 'chat', besides))),
    ...aChat,
    control: chatControl,
    share: 1,
    fault: 'content-type-case-sensitive',
  },
  {
    ...invalid,
    id: 'chat.generated/rejects-invalid',
    clause: '4.2',
    also: ['2.2', '2.7', '7.1'],
    requirement: 'A chat request that is invalid in one thing is refused with the error object',
    inputs: (fc) => one(invalidChats(fc, 'chat', besides)),
    ...aChat,
    control: chatControl,
    share: 2,
    fault: 'chat-message-coerced',
  },
  {
    ...mistyped,
    id: 'chat.generated/tells-types-apart',
    clause: '4.2',
    also: ['2.2'],
    requirement: 'A message of another type is not read as the text that it looks like',
    inputs: (fc) => one(mistypedChats(fc, 'chat', besides)),
    ...aChat,
    control: chatControl,
    share: 1,
    fault: 'chat-message-coerced',
  },
  {
    ...open,
    id: 'chat.generated/endures-open',
    clause: '4.2',
    also: ['2.2'],
    requirement: 'A chat request of which the document leaves open whether it is taken is no accident',
    inputs: (fc) => one(openChats(fc, 'chat', besides)),
    ...aChat,
    control: chatControl,
    share: 5,
    fault: 'chat-lone-surrogate-500',
  },
  {
    ...odd,
    id: 'chat.generated/endures-odd-bytes',
    clause: '4.2',
    also: ['4'],
    requirement: oddSays,
    inputs: (fc) => one(oddChats(fc, 'chat', besides)),
    ...aChat,
    control: chatControl,
    share: 1,
    fault: 'invalid-utf8-500',
  },
  {
    ...valid,
    id: 'stream.generated/accepts-valid',
    clause: '4.3',
    also: ['2.2', '6.1'],
    requirement: 'Any valid chat request is answered by a stream, however its JSON and header fields are spelt',
    inputs: (fc, options) => one(chats(fc, 'stream', options)),
    ...aChat,
    share: 3,
    fault: 'stream-last-event-unterminated',
  },
  {
    ...invalid,
    id: 'stream.generated/rejects-invalid',
    clause: '4.3',
    also: ['2.2', '2.7', '7.1'],
    requirement: 'A request for a stream that is invalid in one thing is refused with the error object',
    inputs: (fc) => one(invalidChats(fc, 'stream', besides)),
    ...aChat,
    control: streamControl,
    share: 2,
    fault: 'stream-bad-json-500',
  },
  {
    ...open,
    id: 'stream.generated/endures-open',
    clause: '4.3',
    also: ['2.2'],
    requirement: 'A request for a stream of which the document leaves open whether it is taken is no accident',
    inputs: (fc) => one(openChats(fc, 'stream', besides)),
    ...aChat,
    control: streamControl,
    share: 4,
    fault: 'stream-control-characters-500',
  },
  {
    ...odd,
    id: 'stream.generated/endures-odd-bytes',
    clause: '4.3',
    also: ['4'],
    requirement: oddSays,
    inputs: (fc) => one(oddChats(fc, 'stream', besides)),
    ...aChat,
    control: streamControl,
    share: 1,
    fault: 'invalid-utf8-500',
  },
  {
    ...valid,
    id: 'sessions.any/accepts-valid',
    clause: '2.3',
    also: ['4.2', '4.3'],
    requirement: 'A conversation of valid requests is answered in every turn',
    inputs: conversations,
    needs: ['token', 'bot'],
    costs: { chats: mostTurns, speeches: 0 },
    share: 2,
    fault: 'session-good-for-one-turn',
  },
  {
    ...valid,
    id: 'speech.generated/accepts-valid',
    clause: '4.5',
    also: ['2.5', '2.6'],
    requirement:
      'Any valid text-to-speech request is answered with its audio, however its JSON and header fields are spelt',
    inputs: (fc, options) => one(speeches(fc, options)),
    thorough: [isHeardWhole],
    ...aSpeech,
    share: 7,
    fault: 'speed-presets-only',
  },
  {
    ...oddlyTyped,
    id: 'speech.generated/takes-any-media-type-of-json',
    clause: '4.5',
    also: ['2.5'],
    requirement:
      'The media type of a speech may be written in any letter case, and with parameters as RFC 9110 5.6.6 spells them',
    inputs: (fc) => one(withOddType(fc, speeches(fc, besides))),
    ...aSpeech,
    control: speechControl,
    share: 1,
    fault: 'content-type-case-sensitive',
  },
  {
    ...invalid,
    id: 'speech.generated/rejects-invalid',
    clause: '4.5',
    also: ['2.5', '2.7', '7.1'],
    requirement: 'A text-to-speech request that is invalid in one thing is refused with the error object',
    inputs: (fc) => one(invalidSpeeches(fc, besides)),
    ...aSpeech,
    control: speechControl,
    share: 6,
    fault: 'voice-unknown-accepted',
  },
  {
    ...mistyped,
    id: 'speech.generated/tells-types-apart',
    clause: '4.5',
    also: ['2.5'],
    requirement: 'A text of another type, and a speed, are not read as what they look like',
    inputs: (fc) => one(mistypedSpeeches(fc, besides)),
    ...aSpeech,
    control: speechControl,
    share: 1,
    fault: 'text-coerced',
  },
  {
    ...open,
    id: 'speech.generated/endures-open',
    clause: '4.5',
    also: ['2.5'],
    requirement: 'A text-to-speech request of which the document leaves open whether it is taken is no accident',
    inputs: (fc) => one(openSpeeches(fc, besides)),
    ...aSpeech,
    control: speechControl,
    share: 7,
    fault: 'text-lone-surrogate-500',
  },
  {
    ...odd,
    id: 'speech.generated/endures-odd-bytes',
    clause: '4.5',
    also: ['4'],
    requirement: oddSays,
    inputs: (fc) => one(oddSpeeches(fc, besides)),
    ...aSpeech,
    control: speechControl,
    share: 1,
    fault: 'invalid-utf8-500',
  },
  {
    id: 'errors.any/keep-the-token',
    clause: '7.1',
    also: ['2.7', '5.1'],
    requirement: 'The answer to a request that is invalid in one thing does not repeat its token',
    level: 'SHOULD',
    kind: 'invalid',
    inputs: (fc) => one(refusedRequests(fc)),
    expect: [keepsTheToken],
    needs: ['token', 'bot'],
    costs: { chats: 1, speeches: 1 },
    mostSteps: 1,
    share: 2,
    casesInCheck: 5,
    fault: 'error-echoes-headers',
  },
  {
    id: 'metering.generated/charges-as-listed',
    level: 'MUST',
    clause: '8.1',
    also: ['1', '4.2', '4.3', '4.5', '8.2'],
    requirement:
      'Valid chats, streams and speeches of any spelling, and refused chats among them, use up what is listed',
    kind: 'mixed',
    needs: ['provisioner'],
    proof: speechRefusedWith429,
    inputs: meteredUses,
    expect: [chargesAsListed],
    costs: costOfMetered,
    mostSteps: mostMeteredSteps,
    share: 4,
    // Each is a workspace that somebody has to make, and up to 16 credits: together they cost as much as the conversations.
    casesInCheck: 5,
    fault: 'chat-refused-with-403-when-spent',
  },
];
