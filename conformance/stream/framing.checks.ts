import { chatCall } from '../core/calls.ts';
import { clause } from '../core/check.ts';
import type { Probe } from '../core/probe.ts';
import { keepsWordsApart } from '../expect/keeps-words-apart.ts';

/** Two words on one line and a third on the next, to be repeated as a whole reply and as a stream. */
const apart: Probe = {
  name: 'chat and stream of words that are apart',
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  steps: (['chat', 'stream'] as const).map((operation) => ({ bot, nonce }) => {
    const lines = `${nonce('one')} ${nonce('two')}\n- ${nonce('three')}`;
    return [chatCall(operation, bot, { message: `Please repeat exactly: ${lines}` })];
  }),
};

export const framing = clause('4.3', 'stream.framing', {
  says: 'The stream carries the streamed reply, the blanks and line ends in it too (WHATWG HTML 9.2.6)',
  also: ['6.1'],
  checks: {
    'keeps-blanks': {
      level: 'SHOULD',
      twin: 'stream.response/succeeds',
      probe: apart,
      expect: [keepsWordsApart('blank')],
      fault: 'stream-loses-leading-blanks',
    },
    'keeps-line-ends': {
      level: 'SHOULD',
      twin: 'stream.response/succeeds',
      probe: apart,
      expect: [keepsWordsApart('lineEnd')],
      fault: 'stream-loses-line-ends',
    },
  },
});
