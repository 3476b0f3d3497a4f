import { breaksOff } from '../../expectations/words/keeps-the-end.ts';
import { changesMarks } from '../../expectations/words/says-as-sent.ts';
import { losesMarkup } from '../../expectations/words/keeps-markup.ts';
import type { Known } from '../../model/probe.ts';
import { chatAndStream } from './chat-and-stream.ts';

/**
 * What a text is not to be read as: a form, a template, a page, the end of a stream of the model behind the service. What
 * JSON has to escape stands before the line.
 */
const messageOf = (nonce: Known['nonce']): string =>
  String.raw`Say "hi" for $2; #1 at 5%, C:\new and {"a":[1,'2']}. Please repeat this line: ${nonce('before')} a&amp;b c%20d 1+1 f$$g <b>e</b> [DONE] ${nonce('after')}`;

/** Marks as a chat and as a stream; again where one of them seems to have been read as something else. */
export const marks = chatAndStream(
  'chat and stream of marks',
  messageOf,
  (seen) => changesMarks(seen) || losesMarkup(seen) || breaksOff(seen),
);
