import { clause } from '../../model/check.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { allowingRefusedFlags } from '../../expectations/bodies/or-lacks-flags.ts';
import { onCall } from '../../expectations/judged-as.ts';
import { isRefusal } from '../../expectations/statuses/is-refusal.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';
import { observedStatus } from '../../expectations/bodies/observed.ts';
import type { Probe } from '../../model/probe.ts';
import type { FaultId } from '../../../fixtures/faults/index.ts';
import { coercingFrameworks } from '../coercing.ts';
import { noServerErrors } from '../no-server-error.ts';
import { flagsAcceptedInChat, flagsAcceptedInStream } from './all-flags.ts';
import { allMembersCombined, combinedPositions } from './combined.ts';
import { chat } from './probes.ts';

const control = 'accepts-least';
const textPlain = chat(undefined, { contentType: 'text/plain' });
const formEncoded = chat({ raw: 'message=Hello%21' }, { contentType: 'application/x-www-form-urlencoded' });
const untyped = chat(undefined, { contentType: undefined });
const number = chat({ message: 42 });
const empty = chat({ message: '' });
/** message is required, and fields besides those of 2.2 are not shown: a service may accept other names for it. */
const byOtherNames = chat({
  messages: [{ role: 'user', content: 'Hello!' }],
  content: 'Hello!',
  text: 'Hello!',
  input: 'Hello!',
  prompt: 'Hello!',
});
const extraField = chat({ message: 'Hello!', unknownField: 1 });

const refuses = (probe: Probe, fault: FaultId) =>
  ({ level: 'MUST', control, probe, expect: [isRefusal, hasErrorEnvelope], fault }) as const;

/** Common frameworks read a number or a boolean as its text: refusing it is good practice. */
const refusesLookalike = (probe: Probe, fault: FaultId) =>
  ({
    ...refuses(probe, fault),
    level: 'SHOULD',
    doneBy: [coercingFrameworks.ajv, coercingFrameworks.jackson],
  }) as const;

const endures = noServerErrors(control);

/** In a conversation, beside all option flags. */
const refusesBesideOthers = (at: keyof typeof combinedPositions, fault: FaultId) =>
  ({
    ...refuses(allMembersCombined, fault),
    control: 'sessions.continue/given-id-is-accepted',
    positiveControl: at === 'absentInStream' ? flagsAcceptedInStream : flagsAcceptedInChat,
    // A flag may be refused before the message is looked at.
    expect: [isRefusal, hasErrorEnvelope].map((each) => onCall(combinedPositions[at], allowingRefusedFlags(each))),
  }) as const;

export const request = clause('2.2', 'chat.request', {
  requirement: 'message is required: the user’s message text (string)',
  also: ['4.2'],
  checks: {
    'accepts-least': {
      title: 'Accepts a chat with only a message',
      level: 'MUST',
      probe: chat(),
      expect: [isSuccess],
      fault: 'chat-needs-session',
    },
    'rejects-absent-message': {
      title: 'Rejects a chat without a message',
      ...refuses(chat({}), 'chat-message-optional'),
    },
    'rejects-number': {
      title: 'Rejects a number as the chat message',
      ...refusesLookalike(number, 'chat-message-coerced'),
    },
    'number-is-no-server-error': {
      title: 'A number as the chat message causes no 5xx',
      ...endures(number, 'chat-number-message-500'),
    },
    // A check for truthiness alone accepts true, though it catches zero and null.
    'rejects-boolean': {
      title: 'Rejects true as the chat message',
      ...refusesLookalike(chat({ message: true }), 'chat-true-message-accepted'),
    },
    'rejects-null': {
      title: 'Rejects null as the chat message',
      ...refuses(chat({ message: null }), 'chat-null-message-accepted'),
    },
    'rejects-null-beside-others': {
      title: 'Rejects null as the message of a continued chat with all option flags',
      ...refusesBesideOthers('nullMessage', 'chat-null-message-in-a-session'),
    },
    'rejects-absent-message-beside-others': {
      title: 'Rejects a continued chat with all option flags and no message',
      ...refusesBesideOthers('absentMessage', 'chat-message-optional-with-citations'),
    },
    'rejects-absent-message-of-a-stream-beside-others': {
      title: 'Rejects a continued stream with all option flags and no message',
      ...refusesBesideOthers('absentInStream', 'stream-message-optional-with-mcp'),
    },
    'rejects-number-beside-others': {
      title: 'Rejects a number as the message of a continued chat with all option flags',
      ...refusesBesideOthers('number', 'chat-message-coerced-with-web-search'),
      level: 'SHOULD',
      doneBy: [coercingFrameworks.ajv, coercingFrameworks.jackson],
    },
    'takes-no-other-name': {
      title: 'Rejects a chat with messages, content, text, input and prompt but no message',
      level: 'SHOULD',
      control,
      probe: byOtherNames,
      expect: [isRefusal],
      fault: 'chat-messages-taken',
    },
    'rejects-array': {
      title: 'Rejects an array as the chat message',
      ...refuses(chat({ message: ['Hello!', 'Hello again!'] }), 'chat-array-message-joined'),
    },
    'rejects-object': {
      title: 'Rejects an object as the chat message',
      ...refuses(
        chat({ message: { role: 'user', content: 'Hello!', text: 'Hello!' } }),
        'chat-object-message-unwrapped',
      ),
    },
    'rejects-array-body': {
      title: 'Rejects a chat whose body is a JSON array',
      ...refuses(chat([{ message: 'Hello!' }]), 'chat-array-body-accepted'),
    },
    'rejects-string-body': {
      title: 'Rejects a chat whose body is a JSON string',
      ...refuses(chat({ raw: '"Hello!"' }), 'chat-string-body-accepted'),
    },
    'rejects-null-body': {
      title: 'Rejects a chat whose body is null',
      ...refuses(chat({ raw: 'null' }), 'chat-null-body-500'),
    },
    'rejects-truncated-json': {
      title: 'Rejects a chat whose JSON lacks its closing brace',
      level: 'MUST',
      control,
      probe: chat({ raw: '{"message":"Hello!"' }),
      expect: [isRefusal],
      fault: 'chat-lenient-json',
    },
    'truncated-json-is-an-error-of-the-client': {
      title: 'Rejects a chat whose JSON breaks off inside a string',
      ...refuses(chat({ raw: '{"message":"Hel' }), 'chat-bad-json-500'),
    },
    'rejects-empty-body': {
      title: 'Rejects a chat with an empty body',
      ...refuses(chat({ raw: '' }), 'chat-empty-body-accepted'),
    },
    'empty-message-is-no-server-error': {
      title: 'An empty chat message causes no 5xx',
      ...endures(empty, 'chat-empty-message-500'),
    },
    'other-content-type-is-no-server-error': {
      title: 'A chat labelled text/plain causes no 5xx',
      ...endures(textPlain, 'chat-text-plain-500'),
    },
    'form-is-no-server-error': {
      title: 'A form-urlencoded chat body causes no 5xx',
      ...endures(formEncoded, 'chat-form-500'),
    },
    'missing-content-type-is-no-server-error': {
      title: 'A chat without Content-Type causes no 5xx',
      ...endures(untyped, 'chat-missing-content-type-500'),
    },
    'get-is-refused': {
      title: 'Rejects GET on the chat path',
      level: 'SHOULD',
      requirement: 'A chat is POST; GET is safe, and costs its caller nothing (RFC 9110 9.2.1)',
      control,
      probe: chat(undefined, { method: 'GET' }),
      expect: [isRefusal],
      fault: 'chat-get-accepted',
    },
  },
  observations: {
    'success-status': { says: 'The success status of a chat: not specified', probe: chat(), see: observedStatus },
    'empty-message': { says: 'The status of an empty chat message: not specified', probe: empty, see: observedStatus },
    'unknown-field': {
      says: 'The status of a chat with an unknown field: not specified',
      probe: extraField,
      see: observedStatus,
    },
    'text-plain': {
      says: 'The status of a chat labelled text/plain: not specified',
      probe: textPlain,
      see: observedStatus,
    },
    'form-urlencoded': {
      says: 'The status of a form-urlencoded chat: not specified',
      probe: formEncoded,
      see: observedStatus,
    },
    'no-content-type': {
      says: 'The status of a chat without Content-Type: not specified',
      probe: untyped,
      see: observedStatus,
    },
  },
});
