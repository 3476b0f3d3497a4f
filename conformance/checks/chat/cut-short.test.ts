import { expect, it } from 'vitest';
import { valid, validExcept, type Behaviour } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

const ids = ['stream.framing/keeps-every-piece', 'stream.response/carries-a-long-reply-to-its-end'] as const;

/** A bot that does exactly what it is asked and says nothing else. */
const obeys: Partial<Behaviour> = {
  replyTo: (message) => {
    const words = message.match(/zq[a-z]+/g) ?? [];
    if (/no more than the last word/.test(message)) return words.at(-1) ?? '';
    return /^please (?:repeat|say)\b/i.test(message) ? words.join(' ') : 'How can I help you?';
  },
};

/** Cuts the text of each stream to this number of characters. */
const cutTo = (lengthOf: (text: string) => number): Partial<Behaviour> => ({
  piecesOf: (text, events) => valid.piecesOf(text.slice(0, lengthOf(text)), events),
});

const judged = async (...changes: readonly Partial<Behaviour>[]) =>
  verdictsIn(await judgeService(validExcept(obeys, ...changes), checksNamed(...ids)));

it('a bot that says one word of a page is asked for a row of words, and passes', async () => {
  expect(await judged()).toEqual(['pass', 'pass']);
});

it.each<[string, (text: string) => number]>([
  ['half', (text) => text.length / 2],
  ['60 characters', () => 60],
])('its streams that are cut to %s are found', async (_, lengthOf) => {
  expect(await judged(cutTo(lengthOf))).toEqual([
    expect.stringMatching(/^fail: .*, observed \d of 11 words, without/),
    expect.stringMatching(/^fail: .*, observed the first word, and not the last, in each of 3 streams$/),
  ]);
});

it('its streams that are cut to 400 characters are found by the row', async () => {
  expect(await judged(cutTo(() => 400))).toEqual([
    'pass',
    expect.stringMatching(/^fail: .*, observed the first word, and not the last, in each of 3 streams$/),
  ]);
});

it('one that is briefer in its first streams is asked again, and accused of nothing', async () => {
  const briefOnce = (): Partial<Behaviour> => {
    const wholes = new Map<number, number>();
    return {
      piecesOf: (text, events) => {
        const times = (wholes.get(text.length) ?? 0) + 1;
        wholes.set(text.length, times);
        const isBrief = times <= (text.length > 200 ? 2 : 3);
        return valid.piecesOf(isBrief ? text.slice(0, text.length / 2) : text, events);
      },
    };
  };
  expect(await judged(briefOnce())).toEqual(['pass', 'pass']);
});

it('streams that are cut are found of a bot that answers everything with one sentence', async () => {
  const sentence =
    'I am sorry, I can only help with questions about your subscription. Is there anything about your plan, or about its billing, that I can do for you?';
  const polite: Partial<Behaviour> = { replyTo: () => sentence };
  const chosen = checksNamed(ids[0]);
  expect(verdictsIn(await judgeService(validExcept(polite), chosen))).toEqual([
    expect.stringMatching(/^notApplicable: /),
  ]);
  expect(
    verdictsIn(
      await judgeService(
        validExcept(
          polite,
          cutTo(() => 58),
        ),
        chosen,
      ),
    ),
  ).toEqual([expect.stringMatching(/^fail: .*, observed its first 58 of 147 characters, up to "/)]);
});
