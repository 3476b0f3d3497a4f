import { expect, it } from 'vitest';
import { excerptOf } from './content.ts';
import { pageTitleOf } from './page-title.ts';

const page = (title: string): Buffer =>
  Buffer.from(`<!DOCTYPE html>\n<html lang="en">\n<head>\n  <meta charset="utf-8">\n  <title>${title}</title>`);

it('shows an HTML page by its title, which mostly says what became of the request', () => {
  expect(pageTitleOf(page('JSONDecodeError\n  at /v1/audio/tts'))).toBe('JSONDecodeError at /v1/audio/tts');
  expect(pageTitleOf(page('KeyError: &#x27;a&#x27; at &#x2F;v1 &amp;lt;'))).toBe("KeyError: 'a' at /v1 &lt;");
  expect(pageTitleOf(page('x'.repeat(90)))).toBe(`${'x'.repeat(80)}…`);
  expect(excerptOf(page('Server Error (500)'))).toBe('a page titled "Server Error (500)"');
});
it.each([
  ['no title', Buffer.from('<html><body><h1>Oops</h1></body></html>')],
  ['an empty title', page(' ')],
  ['another body', Buffer.from('{"html":"<title>x</title>"}')],
])('has none of what has %s', (_, bytes) => {
  expect(pageTitleOf(bytes)).toBeUndefined();
  expect(excerptOf(bytes)).toMatch(/^"/);
});
