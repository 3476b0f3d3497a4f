import { describe, expect, it } from 'vitest';
import {
  parseBearerToken,
  parseBotId,
  parseDurationMs,
  parseHeaderField,
  parseInteger,
  parseSwitch,
  parseOneOf,
  parsePositive,
  type Parsed,
} from './setting-values.ts';

const said = <T>(parsed: Parsed<T>): T | string => (parsed.is === 'value' ? parsed.value : parsed.error);

describe('numbers', () => {
  it('are whole where they have to be, from the least on', () => {
    expect([said(parseInteger('n', '7', 1)), said(parseInteger('n', 1, 1))]).toEqual([7, 1]);
    for (const wrong of ['0', '1.5', 'x', '', true, '9007199254740993']) {
      expect(said(parseInteger('n', wrong, 1))).toBe(
        `--n is ${JSON.stringify(wrong)}, expected a whole number from 1 on`,
      );
    }
  });
  it('are above 0 where they have to be', () => {
    expect(said(parsePositive('rate', '0.5'))).toBe(0.5);
    for (const wrong of [0, '-1', 'Infinity'])
      expect(said(parsePositive('rate', wrong))).toMatch(/expected a number above 0$/);
  });
});

describe('a duration', () => {
  it.each([
    ['10', 10_000],
    ['500ms', 500],
    ['1.5s', 1_500],
    ['2m', 120_000],
    ['1h', 3_600_000],
    [3, 3_000],
  ])('%j is %i ms', (given, ms) => expect(said(parseDurationMs('timeout', given))).toBe(ms));
  it.each(['', '0', '-1s', '1 day', '1e3'])('%j is none', (given) => {
    expect(said(parseDurationMs('timeout', given))).toBe(
      `--timeout is ${JSON.stringify(given)}, expected a duration such as 10s or 500ms`,
    );
  });
  it('is no longer than a timer can wait', () => {
    expect(said(parseDurationMs('timeout', '576h'))).toBe(2_073_600_000);
    expect(said(parseDurationMs('timeout', '600h'))).toBe('--timeout is "600h", expected at most 24 days');
  });
});

describe('a header field', () => {
  it('is a name and a value', () => {
    expect(said(parseHeaderField('X-Key:  a: b '))).toEqual(['X-Key', 'a: b']);
    expect(said(parseHeaderField('X-Empty:'))).toEqual(['X-Empty', '']);
  });
  it.each(['hush-no-colon', 'X-Key=hush', 'X Key: hush', 'X=hush: y', 'X-Key: hush\nX: y', 'X-Key: hush…'])(
    '%j is none, and no value is repeated',
    (line) => {
      expect(said(parseHeaderField(line))).toMatch(/^--header is "(…|[\w-]+)", expected 'Name: value'$/);
      expect(said(parseHeaderField(line))).not.toContain('hush');
    },
  );
  it.each(['Content-Length', 'transfer-encoding', 'Expect'])('%s is left to assay', (name) => {
    expect(said(parseHeaderField(`${name}: 5`))).toBe(`--header is "${name}", which assay sets itself`);
  });
  it('asks for no content coding, which an answer would then be accused of', () => {
    expect(said(parseHeaderField('Accept-encoding: gzip'))).toBe(
      '--header is "Accept-encoding", which assay sets itself: checks and times rest on which content coding a request accepts',
    );
  });
});

describe('words, switches and tokens', () => {
  it('say what was expected', () => {
    expect(said(parseOneOf('arrivals', 'constant', ['poisson', 'constant']))).toBe('constant');
    expect(said(parseOneOf('arrivals', 'x', ['poisson', 'constant']))).toBe(
      '--arrivals is "x", expected poisson or constant',
    );
    expect([undefined, true, false].map((value) => said(parseSwitch('http2', value)))).toEqual([false, true, false]);
    expect(said(parseSwitch('http2', 'yes'))).toBe('--http2 is "yes", expected true or false');
  });
  it('lose the line end that a file leaves on a token', () => {
    expect(said(parseBearerToken('token', 'abc.def\r\n'))).toBe('abc.def');
  });
  it.each(['.', '..', '\ud800'])('take no bot id that no path can hold: %j', (id) => {
    expect(said(parseBotId('bot', id))).toBe(`--bot is ${JSON.stringify(id)}, which cannot be a path segment of a URL`);
    expect(said(parseBotId('bot', `a${id === '\ud800' ? '' : id}/?#`))).toBe(`a${id === '\ud800' ? '' : id}/?#`);
  });
  it.each(['two words', 'line\nend', 'é'])(
    'take no token that a header cannot carry, and do not repeat it: %j',
    (token) => {
      expect(said(parseBearerToken('token', token))).toBe(
        '--token has characters that no header can carry, expected visible ASCII without spaces',
      );
    },
  );
});
