import { contentOf } from '../core/content.ts';
import type { Answer } from '../core/exchange.ts';
import { onAnswer } from './on-answer.ts';

/**
 * How every mask begins that stands in a recorded answer for a secret: assay puts it there at the length of the secret,
 * which may be shorter than the placeholder. A service cannot know it, since only the secret itself is sent.
 */
const maskStart = /\$\{(?:ASSA|WORKS)/;

/**
 * No answer repeats the token of its request: errors are logged, pasted and shown. What was said in the body is another
 * matter: a bot may well repeat it.
 */
export const echoesNoSecret = onAnswer((answer, { request }) => {
  if (request.body.length > 0 && maskStart.test(Buffer.from(request.body).toString('latin1'))) return [];
  return placesIn(answer).flatMap(([aspect, text]) => {
    const at = text.search(maskStart);
    if (at < 0) return [];
    const observed = JSON.stringify(text.slice(Math.max(0, at - 30), at + 30));
    return [{ aspect, expected: 'nothing of the token', observed: `it stands there: ${observed}` }];
  });
});

function placesIn(answer: Answer): readonly (readonly [string, string])[] {
  const content = contentOf(answer);
  const bytes = content.is === 'bytes' ? content.bytes : answer.body;
  return [
    ...answer.headers.map(([name, value]) => [`header ${name}`, value] as const),
    ['body', Buffer.from(bytes).toString('utf8')] as const,
  ];
}
