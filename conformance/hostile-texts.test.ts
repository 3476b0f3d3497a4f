import { describe, expect, it } from 'vitest';
import { everyCheck } from './every.ts';
import { answered } from './expectations/sample-exchange.testing.ts';
import { observations } from './index.ts';

/** What a pattern may stumble over, and nothing that any service says. */
const pieces = [
  ' ',
  '\n',
  '\r',
  'at ',
  'at a(',
  '#1 ',
  'File "',
  '<a',
  '"',
  '\\',
  '; ',
  'na ',
  ':\n',
  'data: a\n\n',
  '[]',
];
const length = 100_000;
/** What takes quadratic time needs minutes for so much; what does not takes some milliseconds, on a busy machine too. */
const mostMs = 4_000;

/** The whole of a conversation's pieces: these look for the words of their own request, of which there are none here. */
const ofPlantedWords = ['stream.framing/keeps-line-ends', 'stream.framing/keeps-blanks'];
const expectations = new Map(
  everyCheck
    .filter(({ id }) => !ofPlantedWords.includes(id))
    .flatMap(({ id, expect: all }) => all.map((each) => [each, id] as const)),
);

describe('an answer that is one piece of text again and again', () => {
  it.each(pieces)(
    '%j is judged in linear time, and breaks nothing',
    async (piece) => {
      const text = piece.repeat(length / piece.length);
      const stream = [['content-type', 'text/event-stream']] as const;
      const answers = [
        answered({ body: JSON.stringify({ reply: text, sessionId: 's' }), operation: 'chat' }),
        answered({ status: 400, body: JSON.stringify({ error: { code: text, message: text } }), operation: 'chat' }),
        answered({ status: 500, body: text, operation: 'speech', headers: [['content-type', text]] }),
        answered({ body: text, operation: 'stream', headers: stream }),
      ];
      const slow: string[] = [];
      for (const answer of answers) {
        const measure = async (id: string, ask: () => unknown): Promise<void> => {
          const begunMs = performance.now();
          await ask();
          if (performance.now() - begunMs > mostMs) slow.push(id);
        };
        for (const [expectation, id] of expectations)
          await measure(id, () => expectation([answer, answer], [answer, answer]));
        for (const { id, see } of observations) await measure(id, () => see([answer, answer]));
      }
      expect(slow).toEqual([]);
    },
    60_000,
  );
});
