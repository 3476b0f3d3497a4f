import { randomFrom } from './random.ts';

const openings = ['Please', 'Could you', 'In a few words,', 'For a beginner,', 'Step by step,', 'Briefly,'];
const requests = ['explain', 'describe', 'summarise', 'give an example of', 'compare two kinds of', 'list facts about'];
const topics = ['tides', 'bridges', 'bread', 'glaciers', 'compilers', 'maps', 'violins', 'bees', 'clocks', 'harbours'];

/**
 * The user's message of the request with this index. Messages differ, so that a cache in front of the model answers
 * none of them, and are the same for the same seed, so that two runs ask the same.
 */
export function messageOf(seed: number, index: number): string {
  const random = randomFrom(seed, `message ${index}`);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  return `${pick(openings)} ${pick(requests)} ${pick(topics)}. (${Math.floor(random() * 1e9)}-${index})`;
}
