import type { Body } from '../../../model/calls.ts';
import { sumOf } from './use-texts.ts';

/**
 * Bodies that have to be refused, other than those that every run sends: a charge may go by why a request is refused, so
 * that runs with other seeds try others. Each is settled: a message and a text are strings, a body is an object (2.2, 2.5),
 * a voice and a format are of those that are listed, and the speed is between its bounds.
 */
const badChats: readonly Body[] = [
  { message: null },
  { message: true },
  { message: ['Hello!'] },
  { message: { text: 'Hello!' } },
  { raw: '' },
  { raw: 'null' },
  { raw: '"Hello!"' },
  { raw: '[{"message":"Hello!"}]' },
];

const spoken = { text: 'Hello!', voice: 'alloy' };

const badSpeeches: readonly Body[] = [
  { text: 'Hello!' },
  { ...spoken, text: ['Hello!'] },
  { ...spoken, voice: 'no-such-voice' },
  { ...spoken, speed: 4.01 },
  { ...spoken, speed: 0.24 },
  { ...spoken, speed: 'fast' },
  { ...spoken, format: 'no-such-format' },
  { raw: '{"text":"Hello!","voice":"alloy"' },
  { raw: '[]' },
];

/** The same for the same word. */
export function drawnBadBody(metered: 'chat' | 'speech', word: string): Body {
  const bodies = metered === 'chat' ? badChats : badSpeeches;
  return bodies[sumOf(word) % bodies.length];
}
