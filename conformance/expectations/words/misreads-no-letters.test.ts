import { describe, expect, it } from 'vitest';
import { losesNoLetters, misreadsNoLetters, misreadsNoMessage } from './misreads-no-letters.ts';
import { answered } from '../sample-exchange.testing.ts';

const before = 'zqaaaaaaaaaa';
const after = 'zqbbbbbbbbbb';
const between = (letters: string) => `${before} ${letters} ${after}`;
const asked = { message: `Please repeat: ${between('é ß')}` };
const replied = (text: string, sent: unknown = asked) => answered({ operation: 'chat', sent, body: { reply: text } });

const unseen = {
  inconclusive: 'the bot did not repeat the letters that it was asked to repeat; name a bot that does with --bot',
  isUnspecified: true,
};

describe('misreadsNoLetters', () => {
  it('takes the letters themselves, all or some of them', () => {
    for (const letters of ['é ß', 'ß'])
      expect(misreadsNoLetters([replied(`You said: ${between(letters)}`)])).toEqual([]);
  });
  it('says nothing of a bot that repeats none', () => {
    expect(misreadsNoLetters([replied('I would rather not.')])).toEqual(unseen);
    expect(misreadsNoLetters([replied(between('With Ã alone nothing is shown.'))])).toEqual(unseen);
  });
  it('looks at nothing that was not planted', () => {
    for (const text of [
      'Menu: cafÃ©',
      `cafÃ© ${between('é ß')} cafÃ©`,
      `${before}\ncafÃ©\n${after}`,
      `${before} "cafÃ©" ${after}`,
      `${before} cafÃ©`,
      `${after} cafÃ© ${before}`,
      `${before} cafÃ© ${between('é ß')}`,
      `${before} ${'cafÃ© '.repeat(60)} ${after}`,
    ])
      expect([[], unseen]).toContainEqual(misreadsNoLetters([replied(text)]));
    expect(misreadsNoLetters([replied('cafÃ©', { message: `é ${before}` })])).toEqual(unseen);
    expect(misreadsNoLetters([replied('cafÃ©', { message: 'é' })])).toEqual(unseen);
  });
  it.each([
    ['Ã© Ã\u009f', 'é', 'Ã©'],
    ['ÃŸ', 'ß', 'ÃŸ'],
    ['Ã\u009f', 'ß', 'Ã\u009f'],
  ])('shows a letter that was read byte by byte: %s', (text, letter, wrong) => {
    expect(misreadsNoLetters([replied(`You said: ${between(text)}`)])).toEqual([
      {
        subject: 'reply',
        expected: `the letter ${letter} as it was sent`,
        observed: `${JSON.stringify(wrong)}, its UTF-8 bytes read as another encoding`,
        reference: 'RFC 8259 8.1',
      },
    ]);
  });
  it('shows what decoders write in the place of letters that they do not know', () => {
    expect(misreadsNoLetters([replied(`You said: ${between('\uFFFD \uFFFD')}`)])).toEqual([
      {
        subject: 'reply',
        expected: '" é ß " as it was sent',
        observed: '" \uFFFD \uFFFD " between the same words',
        reference: 'RFC 8259 8.1',
      },
    ]);
  });
  it('does not judge letters that are gone, or said in plain ones', () => {
    for (const said of ['  ', '? ?', 'e ss', 'e  '])
      expect(misreadsNoLetters([replied(between(said))])).toEqual(unseen);
  });
});

describe('losesNoLetters', () => {
  it.each([
    ['  ', '"    " between the same words'],
    ['? ?', '" ? ? " between the same words'],
  ])('shows letters in whose place others stand: %j', (text, observed) => {
    expect(losesNoLetters([replied(`You said: ${between(text)}`)])).toEqual([
      { subject: 'reply', expected: '" é ß " as it was sent', observed },
    ]);
  });
  it('does not judge a bot that answers in plain letters, some of which it does not know', () => {
    for (const said of ['e ss', 'e  ', 'e ?? ?', 'Ã©  ', '\uFFFD \uFFFD'])
      expect(losesNoLetters([replied(between(said))])).toEqual(unseen);
  });
  it('takes words that are said without what stood between them, and letters that are said elsewhere', () => {
    for (const said of [`${before} ${after}`, `${before}, ${after}`, `${before} e ss ${after}`, `${before} ? ${after}`])
      expect(losesNoLetters([replied(said)])).toEqual(unseen);
    expect(losesNoLetters([replied(`${before}     ${after}, that is ${between('é ß')}`)])).toEqual([]);
  });
});

describe('misreadsNoMessage', () => {
  const sent = { message: 'Zürich West' };
  it('takes the message itself, and parts that may be anything else', () => {
    for (const text of ['You said: Zürich West', 'Menu: ZÃ¼rich', 'ZÃ¼rich Wes'])
      expect(misreadsNoMessage([replied(text, sent)])).toEqual([]);
    expect(misreadsNoMessage([replied('ZÃ¼rich', { message: 'Zürich' })])).toEqual([]);
    expect(misreadsNoMessage([replied('Hello there!', { message: 'Hello there!' })])).toEqual([]);
    for (const none of [{ text: 'Zürich West' }, null, undefined, 'Zürich West', { message: 7 }])
      expect(misreadsNoMessage([replied('ZÃ¼rich West', none)])).toEqual([]);
  });
  it('shows the whole of it, read byte by byte', () => {
    expect(misreadsNoMessage([replied('You said: ZÃ¼rich West', sent)])).toEqual([
      {
        subject: 'reply',
        expected: 'the message Zürich West as it was sent',
        observed: '"ZÃ¼rich West", its UTF-8 bytes read as another encoding',
        reference: 'RFC 8259 8.1',
      },
    ]);
    const long = { message: `ü${'x'.repeat(100)}` };
    expect(misreadsNoMessage([replied(`Ã¼${'x'.repeat(100)}`, long)])).toMatchObject([
      {
        expected: `the message ü${'x'.repeat(59)}… as it was sent`,
        observed: `"Ã¼${'x'.repeat(57)}…, its UTF-8 bytes read as another encoding`,
      },
    ]);
  });
});
