import { expect, it } from 'vitest';
import { defaultWarmupS, withoutCredentials } from './settings.ts';

it.each([
  ['http://user:secret@127.0.0.1:80/base', 'http://127.0.0.1:80/base'],
  ['https://secret@host', 'https://host'],
  ['https://host/path@place?q=a@b', 'https://host/path@place?q=a@b'],
])('leaves the credentials of %s out', (url, shown) => {
  expect(withoutCredentials(url)).toBe(shown);
});

it('warms up for a fifth of the run, and for 10 s at most', () => {
  expect(defaultWarmupS(10)).toBe(2);
  expect(defaultWarmupS(600)).toBe(10);
});
