import { contentOf } from '../core/content.ts';
import type { Answer } from '../core/exchange.ts';
import { onAnswer } from './on-answer.ts';

/**
 * How every mask begins that stands in a recorded answer for a secret: assay puts it there at the length of the secret,
 * which may be shorter than the placeholder. A service cannot know it, since only the secret itself is sent.
 */
const maskStart = '${ASSA';

/** No answer repeats the caller's token: errors are logged, pasted and shown. */
export const echoesNoSecret = onAnswer((answer) =>
  placesIn(answer)
    .filter(([, text]) => text.includes(maskStart))
    .map(([aspect, text]) => {
      const at = text.indexOf(maskStart);
      const observed = JSON.stringify(text.slice(Math.max(0, at - 30), at + 30));
      return { aspect, expected: 'nothing of the token', observed: `it stands there: ${observed}` };
    }),
);

function placesIn(answer: Answer): readonly (readonly [string, string])[] {
  const content = contentOf(answer);
  const bytes = content.is === 'bytes' ? content.bytes : answer.body;
  return [
    ...answer.headers.map(([name, value]) => [`header ${name}`, value] as const),
    ['error body', Buffer.from(bytes).toString('utf8')] as const,
  ];
}
