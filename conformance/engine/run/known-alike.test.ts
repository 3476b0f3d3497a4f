import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Finding } from '../../model/run.ts';
import { exitCodeFor } from './outcome.ts';
import { findingWith } from './sample-finding.testing.ts';
import { withKnownFailures } from './with-known-failures.ts';

const known = { check: 'speech.format/is-what-it-says', reason: 'fixed in 2.1', expires: '2026-11-21' };
const type = { subject: 'contentType', expected: 'a name of flac', observed: 'audio/mpeg' };
const answers = [
  answered({ id: 'known#1', status: 200, body: {} }),
  answered({ id: 'drawn#1', status: 200, body: {} }),
  answered({ id: 'broken#1', status: 500, body: {} }),
];
const failing = (check: string, ...mismatches: readonly Finding['mismatches'][number][]): Finding =>
  findingWith('fail', { check, mismatches: [...mismatches] });
const weighed = (drawn: Finding, shown: Finding['mismatches'][number] = { ...type, exchange: 'known#1' }) => {
  const all = withKnownFailures([failing(known.check, shown), drawn], [known], '2026-11-20', answers);
  return { state: all[1]?.knownFailure, code: exitCodeFor(all, { strict: false, isRequired: () => false }) };
};
const generated = 'speech.generated/accepts-valid';

describe('generated inputs', () => {
  it('that show nothing but a known failure are that one', () => {
    const kind = { subject: 'contentType' };
    const third = { ...type, subject: 'contentType of speech 3', kind, exchange: 'drawn#1' };
    const { check: as, ...state } = known;
    expect(weighed(failing(generated, { ...type, exchange: 'drawn#1' }, third))).toEqual({
      state: { is: 'known', ...state, as },
      code: 0,
    });
  });
  it.each([
    ['something else besides', failing(generated, { ...type, exchange: 'drawn#1' }, { ...type, observed: 'x' })],
    ['another type', failing(generated, { ...type, observed: 'audio/wav', exchange: 'drawn#1' })],
    ['another status', failing(generated, { ...type, exchange: 'broken#1' })],
    ['no exchange', failing(generated, type)],
  ])('that show %s fail', (_, drawn) => expect(weighed(drawn)).toEqual({ state: undefined, code: 1 }));
  it('fail by what looks alike whatever was asked: a server error, and what was accepted', () => {
    const error = {
      subject: 'status',
      expected: 'any but 5xx',
      observed: 'status 500',
      exchange: 'broken#1',
      kind: { is: 'status', due: 'notServerError' },
    } as const;
    expect(weighed(failing(generated, error), error).code).toBe(1);
    const taken = {
      subject: 'status',
      expected: 'any 4xx',
      observed: 'status 200',
      exchange: 'drawn#1',
      kind: { is: 'status' },
    } as const;
    expect(weighed(failing(generated, taken), taken).code).toBe(1);
  });
  it('are the only ones: any other check is listed by itself', () => {
    expect(weighed(failing('speech.format/other', { ...type, exchange: 'drawn#1' })).code).toBe(1);
  });
});
