import { chatCall } from '../../model/calls.ts';
import { retryCount } from '../../expectations/words/remembers.ts';
import type { StepInputs, Probe, Step } from '../../model/probe.ts';

/**
 * A message as a chat and then as a stream; both again where something of it was lost: a bot that loses something every
 * time does not do so by chance.
 */
export function chatAndStream(
  name: string,
  messageOf: (nonce: StepInputs['nonce']) => string,
  loses: (seen: StepInputs['seen']) => boolean,
): Probe {
  return {
    name,
    needs: ['token', 'bot'],
    costs: { chats: 2 + 2 * retryCount, speeches: 0 },
    steps: [
      ...(['chat', 'stream'] as const).map((operation): Step => ({ bot, nonce }) => [
        chatCall(operation, bot, { message: messageOf(nonce) }),
      ]),
      ...Array.from(
        { length: retryCount },
        (): Step =>
          ({ bot, nonce, seen }) =>
            loses(seen)
              ? (['chat', 'stream'] as const).map((by) => chatCall(by, bot, { message: messageOf(nonce) }))
              : [],
      ),
    ],
  };
}
