import { expect, it } from 'vitest';
import { escapeForLog, withoutCiCommands } from './log-text.ts';

it('gives a CI runner no orders', () => {
  expect(withoutCiCommands('::error::x\n  ::add-mask::y\n\t##[group]z ##vso[task.complete]')).toBe(
    String.raw`\u{3a}:error::x` +
      '\n  ' +
      String.raw`\u{3a}:add-mask::y` +
      '\n\t' +
      String.raw`\u{23}#[group]z \u{23}#vso[task.complete]`,
  );
});

it('leaves everything else alone', () => {
  const text = 'http://[::1]:80\n  a ::b## c\n# d\n\u001b[31m✗\u001b[39m';
  expect(withoutCiCommands(text)).toBe(text);
});

it('shows what would act', () => {
  expect(escapeForLog('a\u001b[2J\r\n::error::\u202e')).toBe('a\\u{1b}[2J\\r\n\\u{3a}:error::\\u{202e}');
});
