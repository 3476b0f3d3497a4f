import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { causesOf } from './causes.ts';
import { checksIn, failure, knownFault, type Parts } from './causes.testing.ts';

const at = 'transport.connections/speeches-at-once-never-mix';
const ids = 'sessions.isolation/ids-differ';
const every = 'transport.http/bodies-are-whole';

function causes(failures: Parameters<typeof causesOf>[0], known: Parameters<typeof causesOf>[1]['known'] = []) {
  const judged = new Set(failures.map(({ check }) => check));
  const roots = new Map([[at, 'alone'] as const, [ids, 'always'] as const]);
  const ofList = new Map(['a list#1', 'a list#2'].map((id) => [id, answered({ id })]));
  return causesOf(failures, { judged, known, ofEvery: new Set([every]), roots, exchangeOf: (id) => ofList.get(id) });
}

const told = (...args: Parameters<typeof causes>) => checksIn(causes(...args));

describe('what others may follow from', () => {
  const mixed = failure(at, { subject: 'length' });
  const spoken = failure('speech.instructions/are-not-spoken', { subject: 'audio' });

  it('comes first where requests share what they should not, and then no mistake is named that the others are like', () => {
    const known = [knownFault('instructions-spoken', [spoken.check])];
    expect(told([spoken, mixed], known)).toEqual([[at], [spoken.check]]);
    expect(causes([spoken, mixed], known).map(({ similar }) => similar)).toEqual([undefined, undefined]);
    expect(causes([spoken], known)[0]?.similar).toBe('instructions-spoken');
  });

  it('does not where another check of its topic fails, or its failure is one of several with a cause', () => {
    const whole = failure('transport.connections/is-usable', { subject: 'body' });
    expect(told([spoken, mixed, whole])).toEqual([[spoken.check], [whole.check], [at]]);
    const known = [knownFault('speeches-short', [spoken.check], [at])];
    expect(told([spoken, mixed], known)).toEqual([[spoken.check, at]]);
  });

  it('comes behind a MUST that fails with it, and with that before another cause', () => {
    const other = failure('voices.list/a', { subject: 'voices' });
    const alike = failure('sessions.isolation/same-words', { subject: 'isolation' });
    const shared = failure(ids, { subject: 'sessionId', level: 'SHOULD' });
    const known = [knownFault('x', [alike.check], [ids])];
    expect(told([other, alike, shared], known)).toEqual([[alike.check, ids], [other.check]]);
    expect(causes([alike, shared], known)[0]).toMatchObject({
      title: 'sessions.isolation: isolation: 200, expected a refusal',
      exchange: alike.exchanges[0],
    });
    const must = failure(ids, { subject: 'sessionId' });
    expect(told([other, alike, must], known)).toEqual([[ids, alike.check], [other.check]]);
    // Where a similar known mistake is named, the check that finds it shows it best.
    const named = [knownFault('same-words-isolation', [alike.check], [ids])];
    expect(told([other, alike, must], named)).toEqual([[alike.check, ids], [other.check]]);
  });

  it('comes behind every MUST where it is a SHOULD alone', () => {
    const shared = failure(ids, { subject: 'sessionId', level: 'SHOULD' });
    const [must, other] = [
      failure('voices.list/a', { subject: 'voices' }),
      failure('bots.list/a', { level: 'SHOULD' }),
    ];
    expect(told([shared, other, must])).toEqual([[must.check], [ids], [other.check]]);
    expect(told([other, shared])).toEqual([[ids], [other.check]]);
  });

  it('is the rule that counts the answers with a defect, which another check shows in one', () => {
    const cut = { subject: 'body', expected: 'as long as its framing says', observed: 'it was cut' };
    const one = failure('transport.connections/is-usable-after-a-stream', cut);
    const all = (parts: Parts) => failure(every, { ...cut, answers: { wrong: 55, judged: 1543 }, ...parts });
    const known = [knownFault('x', [one.check], [every])];
    const first = (parts: Parts = {}): string | undefined => told([one, all(parts)], known)[0]?.[0];
    expect(first()).toBe(every);
    expect(first({ answers: { wrong: 2, judged: 1543 } })).toBe(one.check);
    expect(first({ reproduceBy: 'command' })).toBe(one.check);
    expect(first({ level: 'SHOULD' })).toBe(one.check);
    expect(first({ observed: 'another defect', expected: 'JSON' })).toBe(one.check);
  });

  describe('of what is reproduced by the command alone', () => {
    const [html, leak] = [{ subject: 'Content-Type' }, { subject: 'isolation', expected: 'nothing of a word' }];
    const judging = (parts: Omit<Parts, 'kind'>, exchange = 'a list#1'): Parts => ({
      reproduceBy: 'command',
      mismatches: [
        { subject: '', expected: '', observed: '', ...parts, exchange, answers: { wrong: 240, judged: 653 } },
      ],
    });
    const calls = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `many#${at + 1}`);
    const firstOf = (one: Parts, parts: Parts): string | undefined => {
      const shown = failure('sessions.foreign/one', one);
      const known = [knownFault('x', [shown.check], [every])];
      return told([shown, failure(every, parts)], known)[0]?.[0];
    };
    const same = judging({ ...html, expected: 'a refusal', observed: '200' });

    it('leads what a single answer shows, where more are wrong than were asked for it', () => {
      expect(firstOf(html, same)).toBe(every);
      expect(firstOf(html, judging({ ...html, expected: 'a refusal' }, 'a list#2'))).not.toBe(every);
      // A few calls that build on each other show how the defect comes about.
      expect(firstOf({ ...html, exchanges: calls(4) }, same)).not.toBe(every);
    });
    it('leads a probe of many ways that shows it in one of them, whatever else that expected', () => {
      const wide = judging({ ...leak, expected: 'only what its caller told' });
      expect(firstOf({ ...leak, exchanges: calls(41) }, wide)).toBe(every);
      expect(firstOf({ ...leak, exchanges: calls(300) }, wide)).not.toBe(every);
      expect(firstOf({ ...leak, exchanges: calls(4) }, wide)).not.toBe(every);
      expect(firstOf({ ...leak, exchanges: calls(41), subject: 'status of' }, wide)).not.toBe(every);
    });
  });

  it('is no sequence of many calls where a few show a failure of its topic', () => {
    const calls = Array.from({ length: 16 }, (_, at) => `a#${at}`);
    const many = failure('sessions.isolation/many-at-once', { subject: 'reply', exchanges: calls });
    const plain = failure('sessions.isolation/new-session', { subject: 'isolation' });
    const known = [knownFault('now-and-then', [many.check], [plain.check])];
    expect(told([many, plain], known)).toEqual([[plain.check, many.check]]);
    const few = { ...many, exchanges: calls.slice(0, 8) };
    expect(told([few, plain], known)).toEqual([[few.check, plain.check]]);
    const ofAnother = failure('sessions.continue/x', { subject: 'memory' });
    expect(told([many, ofAnother], [knownFault('y', [many.check], [ofAnother.check])])).toEqual([
      [many.check, ofAnother.check],
    ]);
  });
});
