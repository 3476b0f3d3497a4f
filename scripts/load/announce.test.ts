import { expect, it, vi } from 'vitest';
import { readSettings } from '../input/read-settings.ts';
import type { Target } from '../input/target.ts';
import { announce } from './announce.ts';
import { loadWork } from './settings.ts';

async function announced(scenario: string): Promise<string> {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const work = loadWork(scenario, await readSettings({ target: 'http://127.0.0.1:1' }));
  announce(work, { url: 'http://127.0.0.1:1', embedded: true } as Target);
  log.mockRestore();
  return lines.join('\n');
}

it('tells the pace of the embedded service only to a load that asks for streams', async () => {
  const pace = 'the embedded service sends the first event of a stream after 200 ms';
  expect(await announced('stream')).toContain(pace);
  expect(await announced('mixed')).toContain(pace);
  expect(await announced('voices')).not.toContain(pace);
  expect(await announced('speech')).not.toContain(pace);
});
