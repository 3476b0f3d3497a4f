import { describe, expect, it } from 'vitest';
import { progressOn } from './progress.ts';

/** What was written to a terminal, or to a pipe. */
function screenOf(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, write: (text: string) => written.push(text), text: () => written.join('') };
}

describe('progress', () => {
  it('is one line of a terminal that stays below what was said, and vanishes', () => {
    const screen = screenOf(true);
    const progress = progressOn(screen);
    progress.show('1 of 3 probes');
    progress.say('✓ 1  bots');
    progress.end();
    expect(screen.text()).toBe('\r\u001B[K1 of 3 probes\r\u001B[K✓ 1  bots\n\r\u001B[K1 of 3 probes\r\u001B[K');
  });
  it('is cut to the columns that there are, so that nothing of it stays on the line below', () => {
    const screen = { ...screenOf(true), columns: 10 };
    const progress = progressOn(screen);
    progress.show('123456789');
    expect(screen.text()).toBe('\r\u001B[K123456789');
    screen.columns = 6;
    progress.say('a line');
    expect(screen.text().endsWith('a line\n\r\u001B[K1234…')).toBe(true);
  });
  it('is nothing in a pipe', () => {
    const screen = screenOf(false);
    const progress = progressOn(screen);
    progress.show('1 of 3 probes');
    progress.say('✓ 1  bots');
    progress.end();
    expect(screen.text()).toBe('✓ 1  bots\n');
  });
  it('repaints at most twenty times a second', () => {
    const screen = screenOf(true);
    let nowMs = 0;
    const progress = progressOn(screen, () => nowMs);
    for (; nowMs < 1_000; nowMs += 1) progress.show(`${nowMs} of 1000 probes`);
    expect(screen.text().split('\r').length - 1).toBe(20);
  });
});
