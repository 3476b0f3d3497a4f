import type { FaultId } from '../../../fixtures/faults/index.ts';
import { minimalMessage } from '../chat/probes.ts';
import { endpoints } from '../../contract/limits.ts';
import { chatCall, speechCall, type CallChange } from '../../model/calls.ts';
import { clause } from '../../model/check.ts';
import type { Call, Probe } from '../../model/probe.ts';
import { isNotServed } from '../../expectations/bodies/is-not-served.ts';
import { isNoServerError } from '../../expectations/statuses/is-refusal.ts';
import { readToEnd } from '../transport/probes.ts';

const { path } = endpoints.speech;
const publicPath = endpoints.voices.path;

const asked = (change: CallChange) => speechCall({ text: 'Hello!', voice: 'alloy' }, { as: 'none', ...change });
/** A service that serves the request after all may charge it. */
const spelled = (name: string, call: Call): Probe => ({
  name: `speech without a token, ${name}`,
  needs: [],
  costs: { chats: 0, speeches: 1 },
  steps: [() => [call]],
});

/** The slash follows the path that the call would otherwise use, since the path contains the bot id. */
function chatBehindASlash(operation: 'chat' | 'stream'): Probe {
  return {
    name: `${operation} without a token, with a slash behind its path`,
    needs: ['bot'],
    costs: { chats: 1, speeches: 0 },
    steps: [({ bot }) => [chatCall(operation, bot, minimalMessage, { as: 'none', query: '/' })]],
  };
}

/**
 * Whether a path may be spelled this way, and what it then means, is open; that no request without a token is served is
 * not.
 */
const skipsNothing = (probe: Probe, fault: FaultId, control = 'speech.request/accepts-least') =>
  ({ level: 'MUST', control, probe, expect: [isNotServed, isNoServerError], fault }) as const;

export const paths = clause('5.1', 'auth.path', {
  requirement: 'Chat and speech are called with the Bearer header, however their path is spelled',
  also: ['4.2', '4.3', '4.5', '5.3'],
  absence: 'access',
  checks: {
    'slash-behind-speech-skips-no-token': {
      title: 'A trailing slash on the speech path does not bypass the token',
      ...skipsNothing(
        spelled('with a slash behind its path', asked({ path: `${path}/` })),
        'auth-skipped-by-slash-speech',
      ),
    },
    'slash-behind-chat-skips-no-token': {
      title: 'A trailing slash on the chat path does not bypass the token',
      ...skipsNothing(chatBehindASlash('chat'), 'auth-skipped-by-slash-chat', 'chat.request/accepts-least'),
    },
    'slash-behind-stream-skips-no-token': {
      title: 'A trailing slash on the stream path does not bypass the token',
      ...skipsNothing(chatBehindASlash('stream'), 'auth-skipped-by-slash-stream', 'stream.response/succeeds'),
    },
    'doubled-slashes-skip-no-token': {
      title: 'Doubled slashes in the speech path do not bypass the token',
      ...skipsNothing(
        spelled('with doubled slashes', asked({ path: path.replace('/v1/', '//v1//') })),
        'auth-skipped-by-doubled-slashes',
      ),
    },
    'escaped-letter-skips-no-token': {
      title: 'An escaped letter in the speech path does not bypass the token',
      ...skipsNothing(
        spelled('with an escaped letter', asked({ path: path.replace('/tts', '/%74ts') })),
        'auth-skipped-by-escape',
      ),
    },
    'other-case-skips-no-token': {
      title: 'Capitals in the speech path do not bypass the token',
      ...skipsNothing(
        spelled('in capitals', asked({ path: path.replace('/tts', '/TTS') })),
        'auth-skipped-by-capitals',
      ),
    },
    // Sent as raw bytes: HTTP clients resolve the dots before they send.
    'dots-skip-no-token': {
      title: 'Reaching speech through /v1/audio/voices/../ does not bypass the token',
      ...skipsNothing(
        spelled('by way of a public path', readToEnd(asked({ path: `${publicPath}/../tts` }))),
        'auth-skipped-by-dots',
      ),
    },
    'single-dot-skips-no-token': {
      title: 'A dot segment in the speech path does not bypass the token',
      ...skipsNothing(
        spelled('with a dot in its path', readToEnd(asked({ path: path.replace('/audio/', '/./audio/') }))),
        'auth-skipped-by-a-dot',
      ),
    },
    'public-path-in-the-query-skips-no-token': {
      title: 'The voice list path in a speech query does not bypass the token',
      ...skipsNothing(
        spelled('with a public path in its query', asked({ query: `?x=${publicPath}` })),
        'auth-skipped-by-query',
      ),
    },
  },
});
