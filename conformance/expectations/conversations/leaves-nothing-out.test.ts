import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { streamsOmitNothing, streamOmitsSomething } from './leaves-nothing-out.ts';

const line = 'zqaaaaaaaaaa é ü – “quoted” – 漢字 zqbbbbbbbbbb';
const message = `Please repeat this line: ${line}`;
const chat = (reply = `You said: ${message}`) =>
  answered({ operation: 'chat', id: 'chat', sent: { message }, body: { reply } });
type Event = { readonly name?: string; readonly data: string };
const stream = (...events: readonly Event[]) =>
  answered({
    operation: 'stream',
    id: 'stream',
    sent: { message },
    body: events.map(({ name, data }) => `event: ${name ?? 'delta'}\ndata: ${data}\n\n`).join(''),
  });
const text = (said: string): Event => ({ data: JSON.stringify({ text: said }) });
/** The piece that was cut within a letter came as an empty event. */
const cut = stream(
  text('You said: Please repeat this line: zqaaaaa'),
  { data: '' },
  text(' ü – “quoted” – 漢字 zqbbbbbbbbbb'),
);
const whole = stream(
  text('You said: Please repeat this line: zqaaaaaaaaaa'),
  text(' é ü – “quoted” – 漢字 zqbbbbbbbbbb'),
);
const threeTimes = <One>(...each: readonly One[]): readonly One[] => [...each, ...each, ...each];

describe('a stream that says what its chat says', () => {
  it('leaves nothing out', () => {
    expect(streamsOmitNothing(threeTimes(chat(), whole))).toEqual([]);
    expect(streamOmitsSomething([chat(), whole])).toBe(false);
  });
  it.each([
    ['the message', chat()],
    ['the line that it was asked for', chat(`Sure: ${line}`)],
  ])('has lost what it leaves out each time, where chats repeat %s', (_, repeated) => {
    expect(streamOmitsSomething([repeated, cut])).toBe(true);
    expect(streamsOmitNothing(threeTimes(repeated, cut))).toEqual([
      {
        subject: 'reply',
        expected: 'the reply, as in chat',
        observed: expect.stringMatching(
          /^all but "aaaaa é" after "….*zqaaaaa", and the like in each of 3 streams$/,
        ) as string,
        exchange: 'stream',
        restsOn: ['chat'],
      },
    ]);
  });
  it('has lost what it leaves out with what stands around the message, too', () => {
    const quoted = chat(`Support – you said: “${message}”. Is that so?`);
    const lost = stream(
      text('Support'),
      { data: '' },
      text(`se repeat this line: ${line}`),
      { data: '' },
      text('s that so?'),
    );
    expect(streamOmitsSomething([quoted, lost])).toBe(true);
    const otherwise = stream(text('Support: '), text(`${message}. Is that so?`));
    expect(streamOmitsSomething([quoted, otherwise])).toBe(false);
  });
  it('may leave something out once', () => {
    expect(streamsOmitNothing([chat(), cut])).toEqual([]);
    expect(streamsOmitNothing([chat(), cut, chat(), cut, chat(), whole])).toEqual([]);
  });
});

describe('nothing is said of a stream', () => {
  it.each([
    ['whose chat repeats nothing', chat('Well.'), cut],
    ['that says something else', chat(), stream(text('Please ask me something else, é for example.'))],
    ['that writes letters otherwise', chat(), stream(text(`Please repeat this line: ${line.replace('é', 'e')}`))],
    [
      'that has letters in a member of their own',
      chat(),
      stream(text('Please repeat this line: zqaaaaa'), { data: '{"bytes":"YWFhYWEgw6k="}' }, text(line.slice(14))),
    ],
    [
      'whose text may be edited',
      chat(),
      stream(text('Please repeat this line: zqaaaaa'), { name: 'insert', data: '' }, text(line.slice(14))),
    ],
  ])('%s', (_, said, streamed) => {
    expect(streamOmitsSomething([said, streamed])).toBe(false);
    expect(streamsOmitNothing(threeTimes(said, streamed))).toEqual([]);
  });
  it('with a message of plain letters, which no piece is cut within', () => {
    const plain = { sent: { message: 'Please repeat: yes and no' } };
    const seen = [
      answered({ ...plain, operation: 'chat', body: { reply: 'Please repeat: yes and no' } }),
      answered({ ...plain, operation: 'stream', body: 'data: {"text":"Please repeat: yes no"}\n\n' }),
    ];
    expect(streamOmitsSomething(seen)).toBe(false);
  });
});
