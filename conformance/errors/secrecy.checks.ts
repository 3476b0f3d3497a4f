import { tokenInQuery } from '../auth/probes.ts';
import { chat, stream } from '../chat/probes.ts';
import { clause } from '../core/check.ts';
import { placeholders } from '../core/probe.ts';
import { echoesNoSecret } from '../expect/echoes-no-secret.ts';
import { speak } from '../speech/probes.ts';

const speechTwin = 'speech.request/accepts-least';

/** The document does not say that an answer keeps the token to itself: good practice (CWE-209, CWE-532). */
export const secrecy = clause('7.1', 'errors.secrecy', {
  says: 'No error repeats the token of its request: errors are logged, pasted and shown',
  also: ['2.7', '5.1'],
  checks: {
    'chat-keeps-the-token': {
      level: 'SHOULD',
      twin: 'chat.request/accepts-least',
      probe: chat({}),
      expect: [echoesNoSecret],
      fault: 'error-echoes-headers',
    },
    'stream-keeps-the-token': {
      level: 'SHOULD',
      twin: 'stream.response/succeeds',
      probe: stream({}),
      expect: [echoesNoSecret],
      fault: 'error-echoes-headers',
    },
    'speech-keeps-the-token': {
      level: 'SHOULD',
      twin: speechTwin,
      probe: speak({ text: undefined }),
      expect: [echoesNoSecret],
      fault: 'error-echoes-headers',
    },
    'other-scheme-keeps-the-token': {
      level: 'SHOULD',
      twin: speechTwin,
      probe: speak({}, { authorization: `Basic ${placeholders.token}` }),
      expect: [echoesNoSecret],
      fault: 'error-echoes-credentials',
    },
    'query-is-not-repeated': {
      level: 'SHOULD',
      twin: speechTwin,
      probe: speak({}, tokenInQuery),
      expect: [echoesNoSecret],
      fault: 'error-echoes-query',
    },
  },
});
