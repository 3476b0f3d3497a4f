import { describe, expect, it } from 'vitest';
import { failure, causesFor } from './causes.testing.ts';
import { affectedAnswersText } from './counted.ts';

const [one, every] = ['speech.format/rejects-other', 'errors.envelope/says-json'];
const exchange = 'a spent workspace#1';
const html = { subject: 'Content-Type', expected: 'application/json', observed: 'text/html' };

/** A failure of a check of every answer: the fields alone say how many answers are wrong, and not `observed`. */
function all(wrong: number, trait: string, subject = html.subject) {
  const answers = { wrong, judged: 653, which: `${wrong} of 653 answers${trait}` };
  const mismatches = [
    { ...html, subject, observed: 'text/html (in words)', exchange, answers, kind: { observed: html.observed } },
  ];
  return failure(every, { mismatches });
}

describe('in how many of all answers it is what a check shows in one', () => {
  const shown = failure(one, html);
  const counted = (...others: Parameters<typeof affectedAnswersText>[0]) =>
    affectedAnswersText(others, new Set([every]));

  it('is told by the rule that judges each, with what they have in common and without the name of one', () => {
    const which = ', all 240 of them to chats';
    expect(counted(shown, all(240, which))).toBe('It is so in 240 of 653 answers, all 240 of them to chats.');
    expect(counted(shown, all(240, ''))).toBe('It is so in 240 of 653 answers.');
  });
  it('is not where the first counts them, they are of something else, or it is one alone', () => {
    expect(counted(all(240, ''), shown)).toBeUndefined();
    expect(counted(shown, all(240, '', 'body'))).toBeUndefined();
    expect(counted(shown, all(1, ''))).toBeUndefined();
    expect(affectedAnswersText([shown, all(240, '')], new Set())).toBeUndefined();
  });
  it('is not where another value of the same part is counted, or another was expected', () => {
    const page = failure(one, { ...html, observed: 'text/plain' });
    expect(counted(page, all(240, ''))).toBeUndefined();
    const wanted = failure(one, { ...html, expected: 'text/event-stream' });
    expect(counted(wanted, all(240, ''))).toBeUndefined();
    const status = { subject: 'status', expected: 'any but 5xx', observed: 'status 500' };
    expect(counted(failure(one, status), all(240, '', 'status'))).toBeUndefined();
  });
  it('is part of the cause', () => {
    const named = failure(one, { ...html, level: 'MUST' });
    const also = { ...all(240, ''), level: 'SHOULD' as const };
    expect(causesFor([named, also], [], [], [every])[0]?.counted).toBe('It is so in 240 of 653 answers.');
  });
});

describe('a length', () => {
  it('is told behind what is broken in the bytes of audio, which it may follow from', () => {
    const short = failure('speech.completeness/a', {
      subject: 'length',
      expected: 'at least 0.76 s',
      observed: '0.73 s',
    });
    const cut = failure('speech.completeness/b', { subject: 'audio', expected: 'whole audio', observed: 'cut' });
    expect(causesFor([short, cut]).map(({ checks: [first] }) => first)).toEqual([cut.check, short.check]);
    expect(causesFor([short, { ...cut, level: 'SHOULD' }]).map(({ checks: [first] }) => first)).toEqual([
      short.check,
      cut.check,
    ]);
  });
});
