import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { tellsNoInternals } from './tells-no-internals.ts';

/** What runtimes write about a failure, and the part that a message quotes. */
const traces = [
  ['TypeError: x\n    at Object.<anonymous> (/srv/app/index.js:10:5)', 'at Object.<anonymous> (/srv/app/index.js:10'],
  [
    '    at async Server.<anonymous> (file:///srv/main.mjs:107:5)',
    'at async Server.<anonymous> (file:///srv/main.mjs:107',
  ],
  ['    at new Api$1 (/srv/api.cts:7:5)', 'at new Api$1 (/srv/api.cts:7'],
  ['    at async file:///srv/main.ts:3:1', 'at async file:///srv/main.ts:3'],
  ['Traceback (most recent call last):\n  ...', 'Traceback (most recent call last)'],
  ['  File "/srv/app.py", line 31, in <module>', 'File "/srv/app.py", line 31'],
  [
    'java.lang.Error\n\tat com.example.Api$Inner.<init>(Api$1.java:42)',
    'at com.example.Api$Inner.<init>(Api$1.java:42)',
  ],
  ['\tat com.example.ApiKt.speak(Api.kt:7)', 'at com.example.ApiKt.speak(Api.kt:7)'],
  ['\tat com.example.Api.speak(Api.scala:42)', 'at com.example.Api.speak(Api.scala:42)'],
  ['goroutine 17 [running]:\nmain.main()', 'goroutine 17 [running]'],
  [
    '   at Api.Speech.Speak(String text) in /srv/Api.cs:line 42',
    'at Api.Speech.Speak(String text) in /srv/Api.cs:line 42',
  ],
  ['   at Api.Run() in D:/srv/Api.cs:line 7', 'at Api.Run() in D:/srv/Api.cs:line 7'],
  ["/srv/app.rb:12:in `speak'", '.rb:12:in `'],
  ["/srv/app.rb:7:in 'Api#speak'", ".rb:7:in '"],
  ['#10 /srv/app.php(127): speak()', '#10 /srv/app.php(127)'],
] as const;

describe('tellsNoInternals', () => {
  it.each(traces)('shows the trace in %j', (trace, observed) => {
    // Escaped in JSON, a trace reads otherwise.
    for (const body of [trace, { error: { message: trace } }]) {
      expect(tellsNoInternals([answered({ status: 500, body })])).toEqual([
        { subject: 'error body', expected: 'no stack trace', observed: JSON.stringify(observed) },
      ]);
    }
  });
  it('shows the beginning of a long one', () => {
    const at = `at handler (/srv/${'x'.repeat(200)}/index.js:1`;
    expect(tellsNoInternals([answered({ status: 500, body: at })])).toMatchObject([
      { observed: JSON.stringify(at.slice(0, 120)) },
    ]);
  });
  it.each([
    'text is missing at line 3',
    'The format is read from what (see formats.json:3) says.',
    'The chat app (/srv/app.js:10) is not known.',
    'It is explained at length (in the docs.rst:7).',
    'What you asked was at index.js',
    'chat com.example.speak(Api.java:42) is unknown',
    'at com.example.Api.speak(Api.java)',
    'at com.example.Api.speak(Native Method)',
    'The File "voice.py" is no audio.',
    'goroutine [running]',
    'goroutine x [running]',
    'at once (or later) in due time: line 3',
    'See guide.rb:in the appendix.',
    '# app.php(12)',
    '#1 app.php(x)',
  ])('takes %j for words to people', (message) => {
    expect(tellsNoInternals([answered({ status: 400, body: { error: { code: 'bad', message } } })])).toEqual([]);
  });
});
