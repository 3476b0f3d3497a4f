import type { Body } from '../../../model/calls.ts';
import { drawnBy } from '../../../model/nonce.ts';

/**
 * Bodies that have to be refused, other than those that every run sends: a charge may go by why a request is refused, so
 * that runs with other seeds try others. Each is settled: a message and a text are strings, a body is an object (2.2, 2.5),
 * a voice and a format are of those that are listed, and the speed is between its bounds.
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

/** The same for the same word, which is part of it: what has been said before may be answered from a cache, and be free. */
export function drawnBadBody(metered: 'chat' | 'speech', word: string): Body {
  const said = `Hello ${word}!`;
  return drawnBy(word, metered === 'chat' ? badChats(said) : badSpeeches(said));
}
