import { describe, expect, it } from 'vitest';
import { formOf } from './form.ts';

const because = (form: ReturnType<typeof formOf>, value: unknown): string | undefined => {
  const read = form(value);
  return read.is === 'other' ? read.because : undefined;
};

const finding = {
  check: 'a/b',
  clause: '2.5',
  also: [],
  level: 'MUST',
  title: 't',
  requirement: 'r',
  verdict: { is: 'pass' },
  mismatches: [],
  exchanges: [],
  reproduce: '',
};
const exchange = {
  id: 'a#0',
  probe: 'a',
  place: 1,
  operation: 'bots',
  attempt: 1,
  startedAt: '2026-01-02T03:04:05.678901Z',
  request: { method: 'GET', url: 'http://a', headers: [['a', 'b']], body: { text: '' } },
  response: { is: 'noAnswer', because: 'refused', detail: 'd', endedAtMs: 1 },
};
const withRequest = (change: object): object => ({ ...exchange, request: { ...exchange.request, ...change } });

describe('a value that is read', () => {
  it('is itself where it has the form', () => {
    expect(formOf('finding')(finding)).toEqual({ is: 'formed', value: finding });
    expect(formOf('exchange')(exchange)).toEqual({ is: 'formed', value: exchange });
  });

  it.each([
    ['what no object is', null, 'it is nothing, expected an object'],
    ['a list', [1], 'it is a list, expected an object'],
    ['a file that was not meant, without a word of it', 'sk-secret', 'it is a string, expected an object'],
    ['what is absent', { ...finding, title: undefined }, 'it has no title'],
    ['another type', { ...finding, title: 1 }, '/title is 1, expected a string'],
    ['another word', { ...finding, level: 'MAY' }, '/level is "MAY", expected "MUST", "HTTP" or "SHOULD"'],
    [
      'another pattern',
      { ...finding, clause: 'x' },
      '/clause is "x", expected a text that matches ^[0-9]+(\\.[0-9]+)*$',
    ],
    ['too few', { ...finding, controls: [] }, '/controls is [], expected a list of at least 1'],
    ['nothing', { ...finding, check: '' }, '/check is "", expected a text that says something'],
    ['what is of another schema', { schema: 'assay.run/2' }, '/schema is "assay.run/2", expected "assay.run/1"', 'run'],
    ['a member too many', { ...finding, more: 1 }, 'it has "more", which is not a member of it'],
    [
      'a verdict that there is not',
      { ...finding, verdict: { is: 'passed' } },
      '/verdict/is is "passed", expected "pass", "fail", "inconclusive" or "notApplicable"',
    ],
    ['a verdict without its reason', { ...finding, verdict: { is: 'fail' } }, '/verdict has no because'],
    ['a verdict without a word', { ...finding, verdict: {} }, '/verdict has no is'],
    ['a verdict that is a text', { ...finding, verdict: 'pass' }, '/verdict is "pass", expected an object'],
    [
      'a place within a list',
      {
        ...finding,
        mismatches: [{ subject: '', expected: '', observed: '', range: { exchange: '', at: -1, bytes: 0 } }],
      },
      '/mismatches/0/range/at is -1, expected a number from 0 on',
    ],
  ])('is refused with the place: %s', (_, value, says, of = 'finding') => {
    expect(because(formOf(of), value)).toBe(says);
  });

  it.each([
    ['2026-01-02T03:04:05.678Z', undefined],
    ['2026-01-02', '"2026-01-02"'],
    ['2026-01-02T03:04:05.6789Z', '"2026-01-02T03:04:05.6789Z"'],
    ['2026-13-02T03:04:05.678Z', '"2026-13-02T03:04:05.678Z"'],
    ['+275760-09-13T00:00:00.000Z', undefined],
  ])('has times as assay writes them: %s', (startedAt, shown) => {
    expect(because(formOf('exchange'), { ...exchange, startedAt })).toBe(
      shown === undefined ? undefined : `/startedAt is ${shown}, expected a time such as 2026-01-31T12:00:00.000Z`,
    );
  });

  it('of two kinds is told by the one that it is nearest to', () => {
    const { response } = exchange;
    expect(because(formOf('exchange'), { ...exchange, response: { ...response, because: 'tired' } })).toMatch(
      /^\/response\/because is "tired", expected "refused", "unreachable", .* or "left"$/,
    );
    expect(because(formOf('exchange'), { ...exchange, response: { is: 'none' } })).toBe(
      '/response/is is "none", expected "answer" or "noAnswer"',
    );
    expect(because(formOf('exchange'), withRequest({ body: {} }))).toMatch(/^\/request\/body has no (text|base64)$/);
    expect(because(formOf('exchange'), withRequest({ body: { text: 1 } }))).toBe(
      '/request/body/text is 1, expected a string',
    );
  });

  it('whatever its names', () => {
    const odd = JSON.parse('{"__proto__":1}') as object;
    expect(because(formOf('finding'), Object.assign(odd, finding, { verdict: odd }))).toBeDefined();
    expect(because(formOf('finding'), { ...finding, constructor: 1 })).toBe(
      'it has "constructor", which is not a member of it',
    );
  });

  it('has no part in what is said of it beyond a little', () => {
    const shown = because(formOf('finding'), { ...finding, ['\u001b[2J'.repeat(1_000)]: 'x'.repeat(1e6) }) ?? '';
    expect(shown.length).toBeLessThan(200);
    expect(shown).not.toContain('\u001b');
    const dialect = { ['\u001b[2J'.repeat(1_000)]: 1 };
    expect(because(formOf('run#/$defs/headerLine', { takesMore: true }), { dialect })).not.toContain('\u001b');
  });

  it('may be as long in base64 as what is kept of an answer', () => {
    const body = { base64: 'QUFB'.repeat(6_000_000) };
    expect(formOf('exchange')(withRequest({ body })).is).toBe('formed');
  });
});

describe('where more is taken', () => {
  const taking = formOf('finding', { takesMore: true });
  it('other members may stand anywhere', () => {
    expect(taking({ ...finding, more: 1, verdict: { is: 'fail', because: '', more: [] } }).is).toBe('formed');
  });
  it('what is known has its form all the same', () => {
    expect(because(taking, { ...finding, verdict: { is: 'fail', more: [] } })).toBe('/verdict has no because');
    const header = formOf('run#/$defs/headerLine', { takesMore: true });
    expect(because(header, { dialect: { a: 1 } })).toBeDefined();
  });
});
