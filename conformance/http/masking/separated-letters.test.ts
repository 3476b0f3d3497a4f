import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskBytes, maskText } from './secrets.ts';

const masked = (text: string, secret: string): string => maskText(text, [['${ASSAY_TOKEN}', secret]]);

describe('letters that stand apart', () => {
  it.each([
    ['words of other lengths', 'This is a test of ours, and yours too', 'thisisatestofours'],
    ['words with signs', 'to be or not to be', 'to-be-or-not-to-be'],
    ['longer words', 'customer support bots', 'customersupportbots'],
    ['a list of numbers', '[12, 34, 56, 78, 90, 12, 34]', 'sk-1234567890abcdef'],
    ['eleven letters', 'a b c 1 d e f 2 g h i', 'abc1def2ghi3jkl4'],
    ['a paragraph away', `abc1 def2${' '.repeat(60)}ghi3 jkl4`, 'abc1def2ghi3jkl4'],
  ])('are no secret: %s', (_, text, secret) => expect(masked(text, secret)).toBe(text));
  it.each([
    ['one by one', 't h i s i s a t e s t o f', 'thisisatestofours', '* * * * * * * * * * * * *'],
    ['by threes', 'thi sis ate sto fou rs', 'thisisatestofours', '*** *** *** *** *** **'],
    ['as it comes', 'abc1 d ef 2gh i3jk', 'abc1def2ghi3jkl4', '**** * ** *** ****'],
    ['as a list', '["a","b1","c2","d","3ef","4g","h5"]', 'ab1c2d3ef4gh5', '["*","**","**","*","***","**","**"]'],
  ])('are one: %s', (_, text, secret, expected) => expect(masked(text, secret)).toBe(expected));
});

describe('letters of a token', () => {
  const letters = [...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'];
  const [letter, digit] = [fc.constantFrom(...letters), fc.constantFrom(...'23456789')];
  /** With signs, and with letters and digits in turn, so that no secret is a word. */
  const secrets = fc
    .tuple(
      fc.array(fc.tuple(letter, digit, fc.constantFrom('', '-', '.', '_', '/', '+')), { minLength: 8, maxLength: 14 }),
      letter,
    )
    .map(([parts, last]) => parts.flat().join('') + last);
  const own = (secret: string): string => secret.replaceAll(/[^a-z0-9]/gi, '');
  it('are found in groups of at most four, whichever signs of a token stand between', () => {
    fc.assert(
      fc.property(
        secrets,
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 8 }),
        fc.constantFrom('-', '.', '_', '/', '+'),
        (secret, sizes, sign) => {
          const groups: string[] = [];
          for (let rest = own(secret), at = 0; rest !== ''; at += 1) {
            const size = sizes[at % sizes.length] ?? 1;
            groups.push(rest.slice(0, size));
            rest = rest.slice(size);
          }
          expect(own(masked(`"${groups.join(sign)}"`, secret))).toBe('');
        },
      ),
    );
  });
  it.each(['\u200b', '\u00a0', '\u0301', '\ufeff', '\u00ad'])(
    'are found with %j between, in bytes that are no text',
    (sign) => {
      fc.assert(
        fc.property(secrets, (secret) => {
          const before = Buffer.concat([Buffer.of(0, 0xff, 0xfe, 0x80), Buffer.alloc(70, 0x81)]);
          const body = Buffer.concat([before, Buffer.from([...secret].join(sign)), before]);
          const kept = Buffer.from(maskBytes(body, [['${ASSAY_TOKEN}', secret]])).toString('latin1');
          expect(own(kept.replaceAll('ASSAY_TOKEN', ''))).toBe('');
        }),
        { numRuns: 30 },
      );
    },
  );
  it('are found as raised digits and as small capitals', () => {
    const raised = new Map([...'0123456789'].map((each, at) => [each, [...'⁰¹²³⁴⁵⁶⁷⁸⁹'][at] ?? '']));
    const text = [...'k7d8m3n2q9r4x'].map((each) => raised.get(each) ?? each).join('');
    expect(masked(`it is ${text}!`, 'k7d8m3n2q9r4x')).not.toMatch(/[a-z⁰¹²³⁴⁵⁶⁷⁸⁹]{4}!/);
    expect(masked('it is ᴋ7ᴅ8ᴍ3ɴ2ᴘ9ʀ4ꜱ!', 'k7d8m3n2p9r4s')).not.toMatch(/ʀ|4ꜱ/);
  });
});
