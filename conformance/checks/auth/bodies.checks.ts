import type { FaultId } from '../../../fixtures/faults/index.ts';
import { minimalMessage } from '../chat/probes.ts';
import { chatCall, speechCall } from '../../model/calls.ts';
import { clause } from '../../model/check.ts';
import type { Call, Probe } from '../../model/probe.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { areNotServed } from '../../expectations/bodies/is-not-served.ts';
import { areNoServerErrors, isRefusal } from '../../expectations/statuses/is-refusal.ts';
import { recallsNoRefusedTurn } from '../../expectations/conversations/nothing-refused.ts';
import { onCall } from '../../expectations/judged-as.ts';
import { memoryShown } from '../../expectations/words/memory/memory-shown.ts';
import { bodiesOfEachType, intrusionsInSession, placesWithoutAccess } from './probes.ts';

const chatControl = 'chat.request/accepts-least';
const streamControl = 'stream.response/succeeds';

/** A service that serves these requests after all may charge each of them. */
const inEveryBody = (
  operation: 'chat' | 'stream' | 'speech',
  fields: Readonly<Record<string, string>>,
  callOf: (bot: string, body: { readonly raw: string }, contentType: string) => Call,
): Probe => {
  const bodies = bodiesOfEachType(fields);
  const isSpeech = operation === 'speech';
  return {
    name: `${operation} without a token, in bodies of other types`,
    needs: isSpeech ? [] : ['bot'],
    costs: isSpeech ? { chats: 0, speeches: bodies.length } : { chats: bodies.length, speeches: 0 },
    isCases: true,
    steps: [({ bot }) => bodies.map(({ raw, contentType }) => callOf(bot, { raw }, contentType))],
  };
};

const chatIn = (operation: 'chat' | 'stream') =>
  inEveryBody(operation, minimalMessage, (bot, body, contentType) =>
    chatCall(operation, bot, body, { as: 'none', contentType }),
  );
const speechIn = inEveryBody('speech', { text: 'Hello!', voice: 'alloy' }, (_bot, body, contentType) =>
  speechCall(body, { as: 'none', contentType }),
);

/** Whether a body of this type is read is open; that no request without a token is served is not. */
const opensNothing = [areNotServed, areNoServerErrors];
/** For each turn that comes without a valid token. */
const eachRefused = placesWithoutAccess.flatMap((at) => [onCall(at, isRefusal), onCall(at, hasErrorEnvelope)]);

/** A bot that shows no memory would not show what such a turn added to the session. */
const addsNothing = (operation: 'chat' | 'stream', fault: FaultId) =>
  ({
    level: 'MUST',
    requirement:
      'A request continues a conversation with the Bearer header: one that is refused for its token does not',
    control: operation === 'chat' ? chatControl : streamControl,
    probe: intrusionsInSession(operation),
    positiveControl: memoryShown('chat'),
    expect: [recallsNoRefusedTurn],
    fault,
  }) as const;

export const authBodies = clause('5.1', 'auth.body', {
  requirement:
    'Chat and speech are called with the Bearer header, whatever is in their body, and of whatever type it is',
  also: ['2.5', '4.2', '4.3', '4.5', '5.3'],
  absence: 'access',
  checks: {
    'chat-of-another-type-needs-it': {
      title: 'Form, multipart or text/plain chat bodies do not bypass the token',
      level: 'MUST',
      control: chatControl,
      probe: chatIn('chat'),
      expect: opensNothing,
      fault: 'auth-skipped-by-form-chat',
    },
    'stream-of-another-type-needs-it': {
      title: 'Form, multipart or text/plain stream bodies do not bypass the token',
      level: 'MUST',
      control: streamControl,
      probe: chatIn('stream'),
      expect: opensNothing,
      fault: 'auth-skipped-by-multipart-stream',
    },
    'speech-of-another-type-needs-it': {
      title: 'Form, multipart or text/plain speech bodies do not bypass the token',
      level: 'MUST',
      control: 'speech.request/accepts-least',
      probe: speechIn,
      expect: opensNothing,
      fault: 'auth-skipped-by-form-speech',
    },
    'session-is-no-token-of-chat': {
      title: 'Rejects a chat with a valid sessionId but no valid token',
      level: 'MUST',
      control: chatControl,
      probe: intrusionsInSession('chat'),
      expect: eachRefused,
      fault: 'auth-session-enough-chat',
    },
    'session-is-no-token-of-stream': {
      title: 'Rejects a stream with a valid sessionId but no valid token',
      level: 'MUST',
      control: streamControl,
      probe: intrusionsInSession('stream'),
      expect: eachRefused,
      fault: 'auth-session-enough-stream',
    },
    'refused-chat-is-no-turn': {
      title: 'A chat refused for its token adds nothing to the session that it names',
      ...addsNothing('chat', 'auth-refused-chat-remembered'),
    },
    'refused-stream-is-no-turn': {
      title: 'A stream refused for its token adds nothing to the session that it names',
      ...addsNothing('stream', 'auth-refused-stream-remembered'),
    },
  },
});
