import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../sample-exchange.testing.ts';
import { losesCharacters, losesNoCharacter } from './loses-no-character.ts';
import { notReadInStreams } from './stream-readings.ts';

const before = 'zqaaaaaaaaaa';
const after = 'zqbbbbbbbbbb';
const between = (letters: string) => `${before} ${letters} ${after}`;
const sent = { message: `Please repeat: ${between('é – 漢 😀👧')}` };
const chatted = (letters: string) => answered({ operation: 'chat', sent, body: { text: between(letters) } });
const streamed = (letters: string, ...more: readonly string[]) =>
  answered({
    operation: 'stream',
    sent,
    body: [between(letters), ...more].map((text) => `data: ${JSON.stringify({ text })}\n\n`).join(''),
  });
const chat = chatted('é – 漢 😀👧');
const whole = streamed('é – 漢 😀👧');
const open = {
  inconclusive: 'the bot did not repeat what it was asked to repeat; name a bot that does with --bot',
  isUnspecified: true,
};
const found = (lost: string, observed: string) => [
  { subject: 'reply', expected: `${lost} between the words, as in the chat with the same message`, observed },
];

describe('losesNoCharacter', () => {
  it('takes a stream with all that the chat repeats, in whatever form', () => {
    expect(losesNoCharacter([chat, whole])).toEqual([]);
    expect(losesNoCharacter([chat, streamed('e\u0301 - 漢 👧 😀')])).toEqual([]);
    expect(losesNoCharacter([chat, streamed('é 漢', between('é 漢 😀👧'))])).toEqual([]);
    expect(losesNoCharacter([chatted('é 漢'), streamed('é 漢')])).toEqual([]);
  });
  it.each([
    ['é – 漢', '😀 👧', '"é – 漢"'],
    ['é – 漢 ????', '😀 👧', '"é – 漢 ????"'],
    ['é – 漢 👧', '😀', '"é – 漢 👧"'],
    ['? ? ? ??', 'é 漢 😀 👧', '"? ? ? ??"'],
  ])('finds what the stream lacks: %s', (said, lost, observed) => {
    expect(losesNoCharacter([chat, streamed(said)])).toEqual(found(lost, observed));
    expect(losesNoCharacter([chat, streamed(said), chat, streamed(said)])).toEqual(found(lost, observed));
    expect(losesCharacters([chat, streamed(said)])).toBe(true);
  });
  it('takes a bot that leaves something out once, or each time something else', () => {
    expect(losesNoCharacter([chat, streamed('é 漢'), chat, whole])).toEqual([]);
    expect(losesCharacters([chat, streamed('é 漢'), chat, whole])).toBe(false);
    expect(losesNoCharacter([chat, streamed('é 漢 😀'), chat, streamed('é 漢 👧')])).toEqual([]);
  });
  it.each([
    ['does not repeat them in its chat', [chatted('well'), streamed('é')]],
    ['says something else in its chat', [answered({ operation: 'chat', sent, body: { text: 'Well.' } }), whole]],
  ])('does not judge a bot that %s', (_, seen) => {
    expect(losesNoCharacter(seen)).toEqual(open);
    expect(losesCharacters(seen)).toBe(false);
  });
  it.each([
    ['says something else', [chat, answered({ operation: 'stream', sent, body: 'data: Well.\n\n' })]],
    ['spells them otherwise', [chat, streamed('é – 漢 &#128512;&#x1f467;')]],
    ['has U+FFFD, which is found elsewhere', [chat, streamed('é – 漢 \ufffd')]],
    ['says something else when it is asked again', [chat, streamed('é'), chat, streamed('\ufffd')]],
  ])('does not say that a bot repeats nothing whose stream %s', (_, seen) => {
    expect(losesNoCharacter(seen)).toEqual(notReadInStreams);
    expect(losesCharacters(seen)).toBe(false);
  });
  it('needs an answer to both', () => {
    const inconclusive = { inconclusive: 'one of the two requests was not answered' };
    expect(losesNoCharacter([chat])).toEqual(inconclusive);
    expect(losesNoCharacter([chat, unanswered('dropped', 'stream')])).toEqual(notReadInStreams);
  });
});
