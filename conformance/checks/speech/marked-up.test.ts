import { describe, expect, it } from 'vitest';
import { spokenText } from '../../model/probes/plain-speech.ts';
import { oneAndMore } from './probes.ts';

const [step] = oneAndMore.steps;
const calls = step?.({ bot: 'bot', bots: {}, credentials: [], seen: [], nonce: (label) => label });
const [one, , , markedUp = ''] = Array.isArray(calls)
  ? calls.map(({ body }) => (JSON.parse(String(body)) as { readonly text: string }).text)
  : [];

describe('the text in everyday marks', () => {
  it('has more than two sentences of words, even for a voice that says nothing for a mark', () => {
    expect(one).toBe(spokenText);
    expect(markedUp.replaceAll(/[^A-Za-z ]/g, '').length).toBeGreaterThan(2 * spokenText.length);
  });
  it('has less than one sentence before each mark', () => {
    for (const mark of ['’', '.', '://']) {
      const [before = ''] = markedUp.split(mark);
      expect(before.length).toBeGreaterThan(0);
      expect(before.length * 2).toBeLessThan(spokenText.length);
    }
  });
  it('has less than one sentence beside its list, and beside what is bold', () => {
    for (const lost of [/^- .*$/gm, /\*\*[^*]+\*\*/g])
      expect(markedUp.replaceAll(lost, '').trim().length).toBeLessThan(spokenText.length);
  });
});
