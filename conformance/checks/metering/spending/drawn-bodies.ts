import type { Body } from '../../../model/calls.ts';
import { pickByHash } from '../../../model/nonce.ts';

/**
 * Bodies that must be refused, other than those that every run sends: a charge may depend on the reason of a refusal,
 * so that runs with other seeds try others. Each is settled: a message and a text are strings, a body is an object
 * (2.2, 2.5), voice and format are listed names, and the speed is between its bounds.
 */
const badChats = (said: string): readonly Body[] => [
  { message: null },
  { message: true },
  { message: [said] },
  { message: { text: said } },
  { raw: '' },
  { raw: 'null' },
  { raw: JSON.stringify(said) },
  { raw: JSON.stringify([{ message: said }]) },
];

const badSpeeches = (said: string): readonly Body[] => {
  const spoken = { text: said, voice: 'alloy' };
  return [
    { text: said },
    { ...spoken, text: [said] },
    { ...spoken, voice: 'no-such-voice' },
    { ...spoken, speed: 4.01 },
    { ...spoken, speed: 0.24 },
    { ...spoken, speed: 'fast' },
    { ...spoken, format: 'no-such-format' },
    { raw: JSON.stringify(spoken).slice(0, -1) },
    { raw: '[]' },
  ];
};

/**
 * The same body for the same word, which it contains: a text that was sent before may be answered from a cache, for
 * free.
 */
export function randomBadBody(metered: 'chat' | 'speech', word: string): Body {
  const said = `Hello ${word}!`;
  return pickByHash(word, metered === 'chat' ? badChats(said) : badSpeeches(said));
}
