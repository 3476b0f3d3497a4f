import { streamBreaksOff } from '../../expectations/words/keeps-the-end.ts';
import { repliesAsMisread } from '../../expectations/words/says-as-sent.ts';
import { losesMarkup } from '../../expectations/words/keeps-markup.ts';
import type { StepInputs } from '../../model/probe.ts';
import { chatAndStream } from './chat-and-stream.ts';

/**
 * Marks that must not be read as a form, a template, a page, or the end of the stream of a model behind the service.
 * Characters that JSON has to escape stand before the line to repeat.
 */
const messageOf = (nonce: StepInputs['nonce']): string =>
  String.raw`Say "hi" for $2; #1 at 5%, C:\new and {"a":[1,'2']}. Please repeat this line: ${nonce('before')} a&amp;b c%20d 1+1 f$$g <b>e</b> [DONE] ${nonce('after')}`;

/** Marks as a chat and as a stream; sent again where a reply seems to have read them as something else. */
export const marksInBoth = chatAndStream(
  'chat and stream of marks',
  messageOf,
  (seen) => repliesAsMisread(seen) || losesMarkup(seen) || streamBreaksOff(seen),
);
