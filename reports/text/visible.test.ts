import { expect, it } from 'vitest';
import { escapeShellLine, truncate, truncateKeepingDefect, escapeControls, escapeControlsInJson } from './visible.ts';

it('shows control characters, escapes of a terminal and reordering marks instead of obeying them', () => {
  expect(escapeControls('a\u001b[31mb\r\nc\u0000\u007f\u009b\u202e\u2066\ud800')).toBe(
    'a\\u{1b}[31mb\\r\\nc\\0\\u{7f}\\u{9b}\\u{202e}\\u{2066}\\u{d800}',
  );
});

it('shows letters that nobody would see', () => {
  expect(escapeControls('a\u200bb\u00adc\u2060d\u3164e\u{e0041}f\ufeff\uffff')).toBe(
    'a\\u{200b}b\\u{ad}c\\u{2060}d\\u{3164}e\\u{e0041}f\\u{feff}\\u{ffff}',
  );
});

it('shows joiners and selectors where nothing is joined by them, as they would be hidden there', () => {
  expect(escapeControls('{"message":"\u200d${x}aaa"}')).toBe('{"message":"\\u{200d}${x}aaa"}');
  expect(escapeControls('a\u200cb\u200dc\ufe0fd\u034fe\u{e0100}f\u180bg')).toBe(
    'a\\u{200c}b\\u{200d}c\\u{fe0f}d\\u{34f}e\\u{e0100}f\\u{180b}g',
  );
  expect(escapeControls('😀\u200d😀\u200d"')).toBe('😀\u200d😀\\u{200d}"');
});

it('escapes the same in JSON, which stays what it was', () => {
  const value = { 'a\u202e': ['\u001b[2J\u009b', '\u{e0041}\ud800', 'naïve 👩‍🚀'] };
  const json = escapeControlsInJson(JSON.stringify(value, null, 2));
  expect(json).toBe(escapeControls(json, '\n'));
  expect(JSON.parse(json)).toEqual(value);
});

it('leaves letters of every script and emoji alone', () => {
  const text = 'naïve 語 עברית 👩‍🚀 ❤️‍🔥 🧑🏽‍🚀 1️⃣ می‌خواهم क्‍ष ශ්‍රී 葛\u{e0100} €';
  expect(escapeControls(text)).toBe(text);
});

it('keeps the characters that it is told to keep', () => {
  expect(escapeControls('a\n\tb\r', '\n\t')).toBe('a\n\tb\\r');
});

it('keeps a command that is pasted as it is typed, and nothing that a terminal obeys', () => {
  expect(escapeShellLine("curl --data 'one\n\ttwo'\u001b[31m")).toBe("curl --data 'one\n\ttwo'\\u{1b}[31m");
});

it('cuts a long text without cutting a character, and says how much is left', () => {
  expect(truncate('abc', 3)).toBe('abc');
  expect(truncate(`ab🙂${'c'.repeat(30)}`, 3)).toBe('ab… (32 more characters)');
  expect(truncate(`a👩‍👧${'c'.repeat(30)}`, 4)).toBe('a… (35 more characters)');
  expect(truncate('abcdef', 3)).toBe('abcdef');
  // For text that was cut before, the number of left-out characters is a minimum.
  expect(truncate(`abc${'d'.repeat(30)}…`, 3)).toBe('abc…');
});

it('cuts what many answers showed before which of them did', () => {
  const which = '9 of 370 answers, all 9 of them to requests with message of 502 characters or more';
  const seen = `none in {"reply":"${'You said: '.repeat(9)}"}`;
  expect(truncateKeepingDefect(`${seen} (${which})`, which, 60)).toBe(`${seen.slice(0, 60)}… (${which})`);
  // However long `which` is, what was seen has all of its room: its end says where.
  expect(truncateKeepingDefect(`${seen} (${which})`, which, seen.length)).toBe(`${seen} (${which})`);
  expect(truncateKeepingDefect(seen, undefined, 60)).toBe(seen);
  // A target's own text may look the same.
  expect(truncateKeepingDefect(`${seen} (${which})`, undefined, 60)).toBe(`${seen} (${which})`);
});
