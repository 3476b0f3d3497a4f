import { speechRefusedWith429 } from '../metering/steady-refusal.ts';
import { chargesAsListed } from './charges.ts';
import { conversations, mostTurns, one, refusedRequests } from './inputs.ts';
import { chats, speeches, withOddType } from './lawful.ts';
import { mostMeteredSteps } from './metered-steps.ts';
import { costOfMetered, meteredUses } from './metered-uses.ts';
import { oddChats, oddSpeeches } from './odd.ts';
import { openChats, openSpeeches } from './open.ts';
import { isAnsweredInFull, isEndured, isHeardWhole, isRefusedInForm, keepsTheToken } from './oracles.ts';
import type { Property } from './property.ts';
import { besides, mistypedChats, mistypedSpeeches, unlawfulChats, unlawfulSpeeches } from './unlawful.ts';

const aChat = { needs: ['token', 'bot'], costs: { chats: 1, speeches: 0 } } as const;
const aSpeech = { needs: ['token'], costs: { chats: 0, speeches: 1 } } as const;

const lawful = { level: 'MUST', kind: 'lawful', expect: [isAnsweredInFull] } as const;
const unlawful = { level: 'MUST', kind: 'unlawful', expect: [isRefusedInForm] } as const;
const open = { level: 'MUST', kind: 'open', expect: [isEndured] } as const;

/** What frameworks read by default as what it looks like: "4" as 4, 42 as "42". */
const mistyped = {
  level: 'SHOULD',
  kind: 'unlawful',
  expect: [isRefusedInForm],
  doneBy: [
    'Fastify 5.12.8: ajv reads values as what they look like',
    'Spring Boot 3.3.4: Jackson reads 42 as text, "4" as 4 and "" as nothing',
  ],
} as const;
/** What nobody meets but the sender of a spelling that no common client uses. */
const oddlyTyped = {
  level: 'HTTP',
  kind: 'lawful',
  expect: [isAnsweredInFull],
  casesInCheck: 10,
  doneBy: ['axum 0.8.9: 415 to a blank before the semicolon'],
} as const;
/** Endured too, but by whoever sends it alone. */
const odd = { level: 'HTTP', kind: 'open', expect: [isEndured], casesInCheck: 5 } as const;
const oddSays = 'Bytes that no common client sends are no error of the server (RFC 9110 15.5, 15.6)';

const chatTwin = 'chat.request/accepts-least';
const streamTwin = 'stream.response/succeeds';
const speechTwin = 'speech.request/accepts-least';

/** Every property, in the document's order. */
export const properties: readonly Property[] = [
  {
    ...lawful,
    id: 'chat.any/answers-lawful',
    clause: '4.2',
    also: ['2.2', '2.3'],
    says: 'Any lawful chat request is answered in full, however its JSON and header fields are spelt',
    inputs: (fc, wishes) => one(chats(fc, 'chat', wishes)),
    ...aChat,
    share: 5,
    fault: 'chat-combining-marks-refused',
  },
  {
    ...oddlyTyped,
    id: 'chat.any/takes-any-media-type-of-json',
    clause: '4.2',
    also: ['2.2'],
    says: 'The media type of a chat may be written in any letter case, and with parameters as RFC 9110 5.6.6 spells them',
    inputs: (fc) => one(withOddType(fc, chats(fc, 'chat', besides))),
    ...aChat,
    twin: chatTwin,
    share: 1,
    fault: 'content-type-case-sensitive',
  },
  {
    ...unlawful,
    id: 'chat.any/refuses-unlawful',
    clause: '4.2',
    also: ['2.2', '2.7', '7.1'],
    says: 'A chat request that is unlawful in one thing is refused with the error object',
    inputs: (fc) => one(unlawfulChats(fc, 'chat', besides)),
    ...aChat,
    twin: chatTwin,
    share: 2,
    fault: 'chat-message-coerced',
  },
  {
    ...mistyped,
    id: 'chat.any/tells-types-apart',
    clause: '4.2',
    also: ['2.2'],
    says: 'A message of another type is not read as the text that it looks like',
    inputs: (fc) => one(mistypedChats(fc, 'chat', besides)),
    ...aChat,
    twin: chatTwin,
    share: 1,
    fault: 'chat-message-coerced',
  },
  {
    ...open,
    id: 'chat.any/endures-open',
    clause: '4.2',
    also: ['2.2'],
    says: 'A chat request of which the document leaves open whether it is taken is no accident',
    inputs: (fc) => one(openChats(fc, 'chat', besides)),
    ...aChat,
    twin: chatTwin,
    share: 5,
    fault: 'chat-half-a-letter-500',
  },
  {
    ...odd,
    id: 'chat.any/endures-odd-bytes',
    clause: '4.2',
    also: ['4'],
    says: oddSays,
    inputs: (fc) => one(oddChats(fc, 'chat', besides)),
    ...aChat,
    twin: chatTwin,
    share: 1,
    fault: 'invalid-utf8-500',
  },
  {
    ...lawful,
    id: 'stream.any/answers-lawful',
    clause: '4.3',
    also: ['2.2', '6.1'],
    says: 'Any lawful chat request is answered by a stream, however its JSON and header fields are spelt',
    inputs: (fc, wishes) => one(chats(fc, 'stream', wishes)),
    ...aChat,
    share: 3,
    fault: 'stream-last-event-unterminated',
  },
  {
    ...unlawful,
    id: 'stream.any/refuses-unlawful',
    clause: '4.3',
    also: ['2.2', '2.7', '7.1'],
    says: 'A request for a stream that is unlawful in one thing is refused with the error object',
    inputs: (fc) => one(unlawfulChats(fc, 'stream', besides)),
    ...aChat,
    twin: streamTwin,
    share: 2,
    fault: 'stream-bad-json-500',
  },
  {
    ...open,
    id: 'stream.any/endures-open',
    clause: '4.3',
    also: ['2.2'],
    says: 'A request for a stream of which the document leaves open whether it is taken is no accident',
    inputs: (fc) => one(openChats(fc, 'stream', besides)),
    ...aChat,
    twin: streamTwin,
    share: 4,
    fault: 'stream-control-characters-500',
  },
  {
    ...odd,
    id: 'stream.any/endures-odd-bytes',
    clause: '4.3',
    also: ['4'],
    says: oddSays,
    inputs: (fc) => one(oddChats(fc, 'stream', besides)),
    ...aChat,
    twin: streamTwin,
    share: 1,
    fault: 'invalid-utf8-500',
  },
  {
    ...lawful,
    id: 'sessions.any/answers-lawful',
    clause: '2.3',
    also: ['4.2', '4.3'],
    says: 'A conversation of lawful requests is answered in every turn',
    inputs: conversations,
    needs: ['token', 'bot'],
    costs: { chats: mostTurns, speeches: 0 },
    share: 2,
    fault: 'session-good-for-one-turn',
  },
  {
    ...lawful,
    id: 'speech.any/answers-lawful',
    clause: '4.5',
    also: ['2.5', '2.6'],
    says: 'Any lawful text-to-speech request is answered with its audio, however its JSON and header fields are spelt',
    inputs: (fc, wishes) => one(speeches(fc, wishes)),
    thorough: [isHeardWhole],
    ...aSpeech,
    share: 7,
    fault: 'speed-presets-only',
  },
  {
    ...oddlyTyped,
    id: 'speech.any/takes-any-media-type-of-json',
    clause: '4.5',
    also: ['2.5'],
    says: 'The media type of a speech may be written in any letter case, and with parameters as RFC 9110 5.6.6 spells them',
    inputs: (fc) => one(withOddType(fc, speeches(fc, besides))),
    ...aSpeech,
    twin: speechTwin,
    share: 1,
    fault: 'content-type-case-sensitive',
  },
  {
    ...unlawful,
    id: 'speech.any/refuses-unlawful',
    clause: '4.5',
    also: ['2.5', '2.7', '7.1'],
    says: 'A text-to-speech request that is unlawful in one thing is refused with the error object',
    inputs: (fc) => one(unlawfulSpeeches(fc, besides)),
    ...aSpeech,
    twin: speechTwin,
    share: 6,
    fault: 'voice-unknown-accepted',
  },
  {
    ...mistyped,
    id: 'speech.any/tells-types-apart',
    clause: '4.5',
    also: ['2.5'],
    says: 'A text of another type, and a speed, are not read as what they look like',
    inputs: (fc) => one(mistypedSpeeches(fc, besides)),
    ...aSpeech,
    twin: speechTwin,
    share: 1,
    fault: 'text-coerced',
  },
  {
    ...open,
    id: 'speech.any/endures-open',
    clause: '4.5',
    also: ['2.5'],
    says: 'A text-to-speech request of which the document leaves open whether it is taken is no accident',
    inputs: (fc) => one(openSpeeches(fc, besides)),
    ...aSpeech,
    twin: speechTwin,
    share: 7,
    fault: 'text-half-a-letter-500',
  },
  {
    ...odd,
    id: 'speech.any/endures-odd-bytes',
    clause: '4.5',
    also: ['4'],
    says: oddSays,
    inputs: (fc) => one(oddSpeeches(fc, besides)),
    ...aSpeech,
    twin: speechTwin,
    share: 1,
    fault: 'invalid-utf8-500',
  },
  {
    id: 'errors.any/keep-the-token',
    clause: '7.1',
    also: ['2.7', '5.1'],
    says: 'The answer to a request that is unlawful in one thing does not repeat its token',
    level: 'SHOULD',
    kind: 'unlawful',
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
    id: 'metering.any/charges-as-listed',
    level: 'MUST',
    clause: '8.1',
    also: ['1', '4.2', '4.3', '4.5', '8.2'],
    says: 'Lawful chats, streams and speeches of any spelling, and refused chats among them, use up what is listed',
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
