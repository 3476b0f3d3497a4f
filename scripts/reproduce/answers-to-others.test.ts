import { expect, it } from 'vitest';
import { answered } from '../../conformance/expectations/sample-exchange.testing.ts';
import { findingWith } from '../../conformance/engine/run/sample-finding.testing.ts';
import { isoOf } from '../../conformance/model/moment.ts';
import { isAnswerToOtherRequest } from './answers-to-others.ts';

/** Chats that ask for a word each, under way from `atMs` on for a while, with the word that they got. */
const chat = (id: string, asked: string, got: string, atMs: number) => ({
  ...answered({ id, operation: 'chat', sent: { message: `Please repeat this word: ${asked}` }, body: { reply: got } }),
  startedAt: isoOf(1_700_000_000_000 + atMs),
});
const words = ['zqbcdfghjklm', 'zqnpqrstvwxz', 'zqbbccddffgg', 'zqhhjjkkllmm', 'zqnnppqqrrss'] as const;
const [one, other, ...own] = words;
const right = own.map((word, at) => chat(`own#${at + 1}`, word, word, 100 * (at + 1)));
const failing = (id: string) =>
  findingWith('fail', {
    exchanges: [id],
    mismatches: [{ subject: 'reply', expected: 'its word', observed: 'another', exchange: id }],
  });

it('a failure takes other requests where it is the answer to one that was under way at the same time', () => {
  const swapped = [chat('a#1', one, other, 0), chat('b#1', other, one, 0)];
  expect(isAnswerToOtherRequest({ findings: [failing('a#1')], exchanges: [...swapped, ...right] })).toBe(true);
});
it('none is taken where it got an answer of nobody', () => {
  const wrong = [chat('a#1', one, 'something else', 0), chat('b#1', other, other, 0)];
  expect(isAnswerToOtherRequest({ findings: [failing('a#1')], exchanges: [...wrong, ...right] })).toBe(false);
});
it('none is taken where its own requests are sent at once', () => {
  const swapped = [chat('a#1', one, other, 0), chat('a#2', other, one, 0)];
  const finding = { ...failing('a#1'), exchanges: ['a#1', 'a#2'] };
  expect(isAnswerToOtherRequest({ findings: [finding], exchanges: [...swapped, ...right] })).toBe(false);
});
