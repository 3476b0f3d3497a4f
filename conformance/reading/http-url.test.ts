import { expect, it } from 'vitest';
import { withoutUserinfo } from './http-url.ts';

it('shows a URL without its credentials, whatever signs these have', () => {
  const shown = 'no scenario is called "https://***@example.com/a", nor http:/***@b';
  expect(withoutUserinfo('no scenario is called "https://u:a/b@c@example.com/a", nor http:/u:p%40b')).toBe(shown);
  expect(withoutUserinfo('--bot is "a@b", at https://example.com/a')).toBe('--bot is "a@b", at https://example.com/a');
});
