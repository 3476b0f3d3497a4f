import { rememberText, wordQuestion } from '../conversation.ts';
import { chatCall, type CallChange } from '../../model/calls.ts';
import type { HeaderFields } from '../../model/exchange.ts';
import type { Probe, Step } from '../../model/probe.ts';
import { newestSessionId, noIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { anyRecalls } from '../../expectations/words/memory/unless-declined.ts';
import { isForgotten, remembersItsWord, retryCount } from '../../expectations/words/remembers.ts';
import { withControls } from './with-controls.ts';

/** Fields that another program of the same user sends: none of them says whose conversation it is. */
const otherClient: HeaderFields = [
  ['user-agent', 'Mozilla/5.0 (compatible; assay, as another client)'],
  ['Accept-Language', 'fr-CH,fr;q=0.9,en;q=0.5'],
  ['cookie', 'theme=dark; width=100%; seen=a+b%2'],
  // Of a later version than the first, of which receivers read the known part (W3C Trace Context, 3.2).
  ['traceparent', 'cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more'],
  ['sec-fetch-mode', 'cors'],
  ['dnt', '1'],
];

const asOtherClient: CallChange = { extra: otherClient, goes: 'onNewConnection' };

const askFromElsewhere: Step = ({ bot, seen }) => {
  const sessionId = newestSessionId(seen);
  if (sessionId === undefined) return noIdIn(seen);
  return [chatCall('chat', bot, { message: wordQuestion, sessionId }, asOtherClient)];
};

const told: Probe = {
  name: 'a conversation that goes on with another client',
  needs: ['token', 'bot'],
  costs: { chats: 2 + retryCount, speeches: 0 },
  steps: [
    ({ bot, nonce }) => [chatCall('chat', bot, { message: rememberText(nonce('word')) })],
    askFromElsewhere,
    ...Array.from(
      { length: retryCount },
      (): Step => (known) => (isForgotten(known.seen) ? askFromElsewhere(known) : []),
    ),
  ],
};
/** Plants a word, and asks for it as another client of the same caller. */
export const askedByOtherClient = withControls(told, remembersItsWord, anyRecalls, { change: asOtherClient });
