import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Cause } from '../../contract/formats/run.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Finding } from '../../model/run.ts';
import { failure } from './causes.testing.ts';
import { besideOf, withBeside } from './beside.ts';

const fox = 'The quick brown fox.';
const asked = (id: string, status: number, sent: object | string): Exchange => {
  const exchange = answered({ id, status, operation: 'speech', body: {} });
  const body = Buffer.from(typeof sent === 'string' ? sent : JSON.stringify(sent));
  return { ...exchange, request: { ...exchange.request, method: 'POST', body } };
};
const ofStatus = ({ id }: Exchange) =>
  ({ subject: 'status', expected: '', observed: '', exchange: id, kind: { is: 'status' } }) as const;
const beside = (shown: Exchange, ...others: readonly Exchange[]): string | undefined => {
  const lead = { check: 'a', exchanges: [shown.id], mismatches: [ofStatus(shown)] } as unknown as Finding;
  const all = [shown, ...others];
  return besideOf(lead, all, (id) => all.find((each) => each.id === id));
};

it('tells what of a request is refused, though it is as wrong', () => {
  const shown = asked('a#1', 200, { text: 'aaa', format: 'opus' });
  expect(beside(shown, asked('b#1', 400, { text: fox }))).toBe(
    'Without "format", and with another text, it is refused (status 400).',
  );
  const later = { ...shown, startedAt: '2099-01-01T00:00:00.000Z' };
  expect(beside(later, asked('b#1', 400, { text: fox }))).toBe(
    'Without "format", and with another text, it was refused before (status 400).',
  );
  expect(beside(shown, asked('b#1', 400, { format: 'opus' }))).toBeUndefined();
  expect(beside(shown, asked('b#1', 400, { text: ' ' }))).toBeUndefined();
  expect(beside(shown, asked('b#1', 400, {}))).toBeUndefined();
  expect(beside(shown, asked('b#1', 400, { text: null }))).toBeUndefined();
  expect(beside(shown, asked('b#1', 400, `{"text":"a","text":"${fox}"}`))).toBeUndefined();
  const plain = asked('b#1', 400, { text: fox });
  const again = { ...asked('c#1', 200, { text: fox }) };
  const otherwise = { ...again, request: { ...again.request, headers: [['accept', 'a/b']] as [string, string][] } };
  expect(beside(shown, plain, otherwise)).toBeUndefined();
  expect(beside(shown, asked('b#1', 401, { text: fox }))).toBeUndefined();
});

it('tells how else the same is taken, the nearest first', () => {
  const shown = asked('a#1', 500, '\t{"text":"שלום 漢字"}');
  const taken = [asked('b#1', 200, { text: fox }), asked('c#1', 200, { text: '漢字' })];
  const again = { ...shown, id: 'a#2' };
  expect(beside(shown, ...taken, again)).toBe('With "text":"漢字" the same is accepted (status 200).');
  expect(beside(shown, ...taken, again, asked('d#1', 200, '{"text":"שלום 漢字"}'))).toBe(
    'Without "\\t" at the beginning the same is accepted (status 200).',
  );
});

it('tells that what failed was sent once, and nothing where its error comes and goes', () => {
  const shown = asked('a#1', 500, { text: fox, format: 'opus' });
  const without = asked('b#1', 200, { text: fox });
  expect(beside(shown, without)).toBe('Without "format" the same is accepted (status 200); what failed was sent once.');
  const both = [asked('c#1', 500, { text: 'a' }), asked('c#2', 200, { text: 'a' })];
  expect(beside(shown, without, ...both)).toBeUndefined();
  expect(beside(shown, without, ...both, { ...shown, id: 'a#2' })).toBe(
    'Without "format" the same is accepted (status 200).',
  );
});

it('tells of a number that is taken in another spelling', () => {
  const four = (id: string, text: string) => asked(id, 400, { text, speed: 4 });
  const all = [four('b#1', 'b'), four('c#1', 'c'), asked('d#1', 200, '{"text":"d","speed":4.0}')];
  expect(beside(four('a#1', 'a'), ...all)).toBe('"speed":4 is refused in 3 of 3 answers, "speed":4.0 is accepted.');
  expect(beside(four('a#1', 'a'), ...all, asked('e#1', 200, { text: 'e', speed: 4 }))).toBe(
    'With "text":"d" the same is accepted (status 200).',
  );
});

it('tells how long a text is where the longest alone fail, whatever their letters', () => {
  const voiced = (id: string, status: number, text: string, voice = 'a') => asked(id, status, { text, voice });
  const shown = voiced('a#1', 500, `🎉 ${fox.repeat(4)}`);
  const longer = voiced('b#1', 500, fox.repeat(5));
  const shorter = [voiced('c#1', 200, fox), voiced('d#1', 200, '🎉')];
  const said =
    '"text" of 83 characters or more is failed in 2 of 2 answers, and of up to 20 is accepted in 2 of 2 answers, with the same beside it.';
  expect(beside(shown, longer, ...shorter)).toBe(said);
  expect(beside(shown, longer, ...shorter, voiced('e#1', 200, fox.repeat(9), 'b'))).toBe(said);
  expect(beside(shown, longer, ...shorter, voiced('e#1', 200, fox.repeat(9)))).not.toBe(said);
  expect(beside(shown, ...shorter)).toBe(
    'With "text":"🎉" the same is accepted (status 200); what failed was sent once.',
  );
});

it('tells that the same request gets both', () => {
  const same = ['b#1', 'c#1'].map((id) => asked(id, 200, { text: fox }));
  const shown = asked('a#1', 500, { text: fox });
  expect(beside(shown, ...same, asked('d#1', 500, { text: fox }))).toBe(
    'It comes and goes: this same request was accepted in 2 of 4 answers.',
  );
  const other = { ...asked('e#1', 200, { text: fox }) };
  const elsewhere = { ...other, request: { ...other.request, headers: [['accept', 'a/b']] as [string, string][] } };
  expect(beside(shown, elsewhere)).toBeUndefined();
});

it('tells nothing of what a workspace has left, of plain texts, or of a spelling that is refused too', () => {
  const shown = asked('a#1', 500, { text: 'Hello there.' });
  const taken = asked('b#1', 200, { text: 'Hello again.' });
  expect(beside(shown, taken)).toBeUndefined();
  const made = (exchange: Exchange): Exchange => ({
    ...exchange,
    request: { ...exchange.request, headers: [['authorization', 'Bearer ${WORKSPACE_TOKEN}']] },
  });
  expect(beside(made(shown), made(asked('b#1', 200, { text: 'Hello there.' })))).toBeUndefined();
  const odd = asked('a#1', 500, { text: fox, speed: { toString: 1 } });
  expect(beside(odd, asked('b#1', 200, { text: fox, speed: 2 }))).toBe(
    'With "speed":2 the same is accepted (status 200); what failed was sent once.',
  );
  const four = (id: string, text: string) => asked(id, 400, { text, speed: 4 });
  const spelled = (id: string, status: number) => asked(id, status, '{"text":"ab","speed":4.0}');
  expect(
    beside(four('a#1', 'aa'), four('b#1', 'bb'), four('c#1', 'cc'), spelled('d#1', 200), spelled('e#1', 400)),
  ).toBe(undefined);
});

it('tells nothing of a cause that comes and goes: what differs in one request has no part in it', () => {
  const shown = asked('a#1', 500, { text: fox, format: 'opus' });
  const all = [shown, asked('b#1', 200, { text: fox })];
  const lead = failure('speech.format/a', { exchanges: [shown.id], mismatches: [ofStatus(shown)] });
  const told = (more: Partial<Cause>) => {
    const cause = { title: '', checks: [lead.check], likely: [], ...more };
    return withBeside([cause], [lead], all, (id) => all.find((each) => each.id === id))[0]?.beside;
  };
  expect(told({})).toContain('Without "format"');
  expect(told({ comesAndGoes: true })).toBeUndefined();
});
