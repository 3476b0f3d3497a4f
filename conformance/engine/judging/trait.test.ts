import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange, Operation } from '../../model/exchange.ts';
import { intermittencyAmong } from './intermittent.ts';
import { commonTraitText } from './trait.ts';

function sent(sentBody: unknown, operation: Operation = 'speech', status = 200): Exchange {
  return answered({ sent: sentBody, operation, status });
}
const many = (count: number, of: (at: number) => Exchange): readonly Exchange[] =>
  Array.from({ length: count }, (_, at) => of(at));
const plain = (count: number) => many(count, (at) => sent({ text: `a ${at}`, format: 'mp3' }));

describe('what the requests of all wrong answers have in common, and no others', () => {
  it('is a value, a member, or that one lacks it', () => {
    const pcm = many(4, (at) => sent({ text: `b ${at}`, format: 'pcm' }));
    expect(commonTraitText(pcm, plain(40))).toBe(', all 4 of them to requests with "format":"pcm"');
    const slow = many(4, (at) => sent({ text: 'b', format: 'mp3', speed: at / 2 }));
    expect(commonTraitText(slow, plain(40))).toBe(', all 4 of them to requests with speed');
    const bare = many(4, (at) => sent({ text: `b ${at}` }));
    expect(commonTraitText(bare, plain(40))).toBe(', all 4 of them to requests without format');
  });
  it('is what was asked for, how long it was, a field or what was answered', () => {
    const streams = many(4, (at) => sent({ text: `b ${at}`, format: 'mp3' }, 'stream'));
    expect(commonTraitText(streams, plain(40))).toBe(', all 4 of them to streams');
    const long = many(4, (at) => sent({ text: 'long '.repeat(20 + at), format: 'mp3' }));
    expect(commonTraitText(long, plain(40))).toBe(
      ', all 4 of them to requests with text of 100 characters or more (the longest of the others has 4)',
    );
    const failed = many(4, (at) => sent({ text: `b ${at}`, format: 'mp3' }, 'speech', 404));
    expect(commonTraitText(failed, plain(40))).toBe(', all 4 of them to requests answered with status 404');
    const withField = plain(4).map((exchange) => ({
      ...exchange,
      request: { ...exchange.request, headers: [['Accept', 'audio/*']] as [string, string][] },
    }));
    expect(commonTraitText(withField, plain(40))).toBe(', all 4 of them to requests with accept: audio/*');
  });
  it('is a sign in a text, where that says as much as how long it is', () => {
    const lines = many(3, (at) => sent({ text: `first line ${at}\nand the other`, format: 'mp3' }));
    const long = many(9, (at) => sent({ text: 'a long text without an end, '.repeat(at + 1), format: 'mp3' }));
    expect(commonTraitText(lines, [...plain(150), ...long])).toBe(
      ', all 3 of them to requests with a line break in a text',
    );
    // The length is no second trait: it excludes many of the right requests, whatever the cause is.
    const short = many(4, () => sent({ text: 'a\nb', format: 'mp3' }));
    expect(commonTraitText(lines, [...plain(150), ...long, ...short])).toBe(
      ', all 3 of them among the 7 to requests with a line break in a text',
    );
    const marked = many(5, (at) => sent({ text: `${at} < 5`, format: 'mp3' }));
    expect(commonTraitText(marked, plain(40))).toBe(', all 5 of them to requests with "<" in a text');
    const accented = many(5, (at) => sent({ text: `é ${at}`, format: 'mp3' }));
    expect(commonTraitText(accented, plain(40))).toBe(
      ', all 5 of them to requests with letters beyond ASCII in a text',
    );
  });
  it('is that they continue a session, and not how long its id is', () => {
    const chat = (message: string, sessionId?: string, given?: string) =>
      answered({
        operation: 'chat',
        sent: { message, ...(sessionId === undefined ? {} : { sessionId }) },
        body: { reply: 'a', ...(given === undefined ? {} : { sessionId: given }) },
      });
    const id = (at: number) => `ses_${at}`.padEnd(36, '0');
    const begun = many(40, (at) => chat(`b ${at}`, undefined, id(at)));
    const later = many(5, (at) => chat(`c ${at}`, id(at)));
    const unknown = many(4, (at) => chat(`d ${at}`, 'x'.repeat(at), id(at)));
    expect(commonTraitText(later, [...begun, ...unknown])).toBe(', all 5 of them to requests that continue a session');
    const refusedIds = many(5, (at) => chat(`e ${at}`, id(at + 100)));
    expect(commonTraitText(refusedIds, [...begun, ...unknown])).toBe(
      ', all 5 of them among the 9 to requests with sessionId',
    );
  });
  it('is what of their Unicode is broken, and no letters that others have too', () => {
    const inBytes = (at: number): Exchange => {
      const exchange = sent({ text: `b ${at}`, format: 'mp3' });
      const body = Buffer.from(`{"text":"b ${at} caf\xe9","format":"mp3"}`, 'latin1');
      return { ...exchange, request: { ...exchange.request, body } };
    };
    const halves = many(4, (at) => sent({ text: `b ${at} \ud83d`, format: 'mp3' }));
    const accented = many(5, (at) => sent({ text: `é ${at}`, format: 'mp3' }));
    const right = [...plain(40), ...accented];
    expect(commonTraitText(many(4, inBytes), right)).toBe(', all 4 of them to requests with invalid UTF-8');
    expect(commonTraitText(halves, right)).toBe(', all 4 of them to requests with half a surrogate pair in a text');
    const either = ', all 8 of them to requests with invalid UTF-8 or half a surrogate pair';
    expect(commonTraitText([...many(4, inBytes), ...halves], right)).toBe(either);
    expect(commonTraitText([...many(4, inBytes), ...halves], plain(40))).toBe(either);
  });
  it('is how long the answer was where that may be a limit, and never what follows from what is wrong', () => {
    const answer = (body: string) => (at: number) =>
      answered({ operation: 'speech', sent: { text: `b ${at}` }, headers: [['Content-Type', 'text/html']], body });
    const error = (at: number) => answered({ operation: 'speech', sent: { text: `b ${at}` }, body: '{}' });
    expect(commonTraitText(many(6, answer('<html>'.repeat(40))), many(40, error))).toBe('');
    expect(commonTraitText(many(6, answer('x'.repeat(65_536))), many(40, error))).toBe(
      ', all 6 of them to requests answered with 65536 bytes or more',
    );
  });
  it('quotes a member that the document does not know, which would read as a word', () => {
    const odd = many(4, (at) => sent({ text: `b ${at}`, format: 'mp3', a: at }));
    expect(commonTraitText(odd, plain(40))).toBe(', all 4 of them to requests with "a"');
  });
  it('is all fields that no other was sent with, as any of them may decide', () => {
    const [odd] = plain(1).map((exchange) => ({
      ...exchange,
      request: {
        ...exchange.request,
        headers: [
          ['Accept', 'application/json'],
          ['Accept-Encoding', 'gzip'],
        ] as [string, string][],
      },
    }));
    expect(odd && commonTraitText([odd], plain(40))).toBe(
      ', the only one sent with accept: application/json and with accept-encoding: gzip',
    );
  });
  it('is nothing that was sent where one same request was right too, and may be what was answered', () => {
    const pcm = many(4, (at) => sent({ text: `b ${at}`, format: 'pcm' }));
    expect(commonTraitText(pcm, plain(40), plain(40), { comesAndGoes: true })).toBe('');
    const failed = many(4, (at) => sent({ text: `b ${at}`, format: 'pcm' }, 'speech', 500));
    expect(commonTraitText(failed, plain(40), plain(40), { comesAndGoes: true })).toBe(
      ', all 4 of them to requests answered with status 500',
    );
  });
  it('counts those of one kind, where what is wrong in another way has it too', () => {
    const pcm = many(8, (at) => sent({ text: `b ${at}`, format: 'pcm' }));
    expect(commonTraitText(pcm, plain(40), plain(40), { of: 3 })).toBe(
      ', all 3 of them to requests with "format":"pcm"',
    );
  });
  it('is of one or two answers the field that no other was sent with, beside many', () => {
    const [odd] = plain(1).map((exchange) => ({
      ...exchange,
      request: { ...exchange.request, headers: [['Accept', 'text/html']] as [string, string][] },
    }));
    const usual = plain(40);
    expect(odd && commonTraitText([odd], usual)).toBe(', the only one sent with accept: text/html');
    expect(odd && commonTraitText([odd, odd], usual)).toBe(', the only ones sent with accept: text/html');
    const alike = odd && { ...odd };
    expect(odd && alike && commonTraitText([odd], [...usual, alike])).toBe('');
    // A request whose answer could not be judged was sent all the same.
    expect(odd && alike && commonTraitText([odd], usual, [...usual, odd, alike])).toBe('');
    expect(odd && commonTraitText([odd], usual, [...usual, odd, ...plain(2)])).toBe(
      ', the only one sent with accept: text/html',
    );
    expect(odd && commonTraitText([odd], usual.slice(0, 5))).toBe('');
    expect(commonTraitText(plain(1), usual)).toBe('');
  });
  it('is the code of an error, where its status is that of many right ones', () => {
    const refused = (count: number, code: string) =>
      many(count, (at) =>
        answered({ operation: 'chat', status: 422, sent: { message: `b ${at}` }, body: { error: { code } } }),
      );
    expect(commonTraitText(refused(5, 'not_an_object'), [...refused(90, 'bad_message'), ...plain(40)])).toBe(
      ', all 5 of them to requests answered with the error code not_an_object',
    );
  });
  it('is told to come and go where the same request got both, and nothing in it decides', () => {
    const same = (count: number) => many(count, () => sent({ text: 'Hello', format: 'mp3' }));
    const [wrong, right] = [
      [...same(7), ...plain(3)],
      [...same(14), ...plain(9).slice(3)],
    ];
    expect(commonTraitText(wrong, right)).toBe('');
    expect(intermittencyAmong(new Set(wrong), [...wrong, ...right])().text).toBe(
      '; it comes and goes: one same request got it right in 14 of 21 answers',
    );
    const others = many(40, (at) => sent({ text: `other ${at}`, format: 'mp3' }));
    const six = plain(6);
    expect(intermittencyAmong(new Set(six), [...six, ...others])().text).toBe('');
  });
  it('is read of what nests deep too, and is no value that does', () => {
    const deep = (name: string) => (at: number) => {
      const exchange = sent({});
      const body = Buffer.from(`{"${name}":1,"a":${'['.repeat(5000 + at)}${']'.repeat(5000 + at)}}`);
      return { ...exchange, request: { ...exchange.request, body } };
    };
    expect(commonTraitText(many(4, deep('speed')), [...plain(40), ...many(4, deep('text'))])).toBe(
      ', all 4 of them to requests with speed',
    );
  });
  it('may be two things together, and what some right ones have too, which it counts', () => {
    const asked = (status: number) => (at: number) => sent({ text: `b ${at}`, format: 'pcm' }, 'speech', status);
    expect(commonTraitText(many(6, asked(200)), [...plain(60), ...many(9, asked(400))])).toBe(
      ', all 6 of them to requests with "format":"pcm" and answered with status 200',
    );
    expect(commonTraitText(many(6, asked(200)), [...plain(60), ...many(2, asked(200))])).toBe(
      ', all 6 of them among the 8 to requests with "format":"pcm"',
    );
  });
  it('may be two things together of which many right ones have one', () => {
    const refused = (count: number, operation: Operation, status: number) =>
      many(count, (at) => sent({ text: `b ${at}`, format: 'mp3' }, operation, status));
    const right = [...refused(20, 'chat', 404), ...refused(20, 'speech', 402), ...refused(20, 'speech', 404)];
    expect(commonTraitText(refused(16, 'chat', 402), right)).toBe(', all 16 of them to chats answered with status 402');
    expect(commonTraitText(refused(4, 'chat', 402), right)).toBe('');
  });
  it('is nothing where few answers, what many right ones have too, or chance may show it', () => {
    const pcm = (count: number) => many(count, (at) => sent({ text: `b ${at}`, format: 'pcm' }));
    expect(commonTraitText(pcm(2), plain(40))).toBe('');
    expect(commonTraitText(pcm(4), plain(2))).toBe('');
    expect(commonTraitText(pcm(4), [...plain(6), ...pcm(4)])).toBe('');
    expect(commonTraitText(pcm(3), plain(20))).toBe('');
    expect(commonTraitText(plain(6), plain(40))).toBe('');
  });
  it('is no member where the body of a wrong one was not read', () => {
    const written = (body: string) => (at: number) => {
      const exchange = sent({}, 'speech', 404);
      return { ...exchange, request: { ...exchange.request, body: Buffer.from(body + ' '.repeat(at)) } };
    };
    const bodies = [`{"text":"${'a'.repeat(100_000)}"}`, 'text=a&format=mp3', '[{"text":"a"}]'];
    for (const body of bodies)
      expect(commonTraitText(many(4, written(body)), plain(40))).toBe(
        ', all 4 of them to requests answered with status 404',
      );
    expect(
      commonTraitText(
        many(4, () => written('')(0)),
        plain(40),
      ),
    ).toBe(', all 4 of them to requests without text');
  });
  it('is no member where to read all bodies would take long', () => {
    const long = (status: number, pad: object) => () => sent({ text: 'a'.repeat(50_000), ...pad }, 'speech', status);
    const traits = (right: number) =>
      commonTraitText(many(4, long(404, { format: 'pcm' })), many(right, long(200, {})));
    expect(traits(100)).toBe(', all 4 of them to requests with format');
    expect(traits(200)).toBe(', all 4 of them to requests answered with status 404');
  });
  it('says of what is for no known operation that it is of another path', () => {
    const others = many(4, (at) => sent({ text: `b ${at}`, format: 'mp3' }, 'other'));
    expect(commonTraitText(others, plain(40))).toBe(', all 4 of them to requests of another path');
  });
  it('is never a secret, nor what stands in one request alone', () => {
    const own = many(4, (at) => {
      const exchange = sent({ text: `a ${at}`, format: 'mp3' });
      const headers: [string, string][] = [
        ['authorization', 'Bearer x'],
        ['x-request-id', 'a'],
      ];
      return { ...exchange, request: { ...exchange.request, headers } };
    });
    expect(commonTraitText(own, plain(40))).toBe('');
  });
});
