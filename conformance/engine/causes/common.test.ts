import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { failure } from './causes.testing.ts';
import { commonIn, withCommon } from './common.ts';

const exchanges = new Map<string, Exchange>();

/** A check that sends these bodies, one after the other. */
function sends(check: string, ...bodies: readonly object[]) {
  const ids = bodies.map((_, at) => `${check}#${at + 1}`);
  for (const [at, id] of ids.entries()) exchanges.set(id, answered({ id, sent: bodies[at], operation: 'speech' }));
  return { ...failure(check), exchanges: ids };
}

const byId = (id: string): Exchange | undefined => exchanges.get(id);
const guided = { text: 'a', instructions: 'b' };
const plain = { text: 'a' };
const many = (count: number, name: string, ...bodies: readonly object[]) =>
  Array.from({ length: count }, (_, at) => sends(`metering.${name}/${at}`, ...bodies));
const failed = many(6, 'failed', plain, guided);
const passed = [...many(40, 'passed', plain, plain), ...many(2, 'guided', guided, plain)];

describe('what failures of one cause have in common', () => {
  it('is a request that each of them sends among others, and few that pass', () => {
    expect(commonIn(failed, passed, byId)).toEqual({ request: 'a request with instructions', passed: 2, of: 42 });
  });
  it('is that of what some of them send alone, where others send more', () => {
    const mixed = [...many(3, 'alone', guided), ...failed];
    expect(commonIn(mixed, passed, byId)?.request).toBe('a request with instructions');
  });
  it('is nothing where many that pass send it too, where they are few, or send nothing else', () => {
    expect(commonIn(failed, [...passed, ...many(8, 'more', guided)], byId)).toBeUndefined();
    expect(commonIn(failed.slice(0, 2), passed, byId)).toBeUndefined();
    expect(commonIn(many(6, 'alone', guided), passed, byId)).toBeUndefined();
    const same = failed.map((finding) => ({ ...finding, exchanges: failed[0]?.exchanges ?? [] }));
    expect(commonIn(same, passed, byId)).toBeUndefined();
    expect(commonIn(many(6, 'plain', plain, plain), passed, byId)).toBeUndefined();
  });
  it('is of a speech nothing that the request of a wrong answer lacks', () => {
    const spoken = (shown: number) =>
      many(6, 'failed', plain, guided).map((finding) => ({
        ...finding,
        check: finding.check.replace('metering', 'speech'),
        mismatches: [{ subject: 'a', expected: 'b', observed: 'c', exchange: finding.exchanges[shown] ?? '' }],
      }));
    expect(commonIn(spoken(0), passed, byId)).toBeUndefined();
    expect(commonIn(spoken(1), passed, byId)?.request).toBe('a request with instructions');
  });
  it('is of generated cases nothing that the wrong one lacks, and names what is no member of the document as such', () => {
    const odd = many(6, 'odd', plain, { text: 'a', a: 1 });
    const cases = (shown: number) =>
      odd.map((finding) => {
        for (const id of finding.exchanges)
          exchanges.set(id, {
            ...answered({ id, operation: 'speech' }),
            ...exchanges.get(id),
            role: 'generated',
          });
        const check = finding.check.replace('metering', 'chat');
        const exchange = finding.exchanges[shown] ?? '';
        return { ...finding, check, mismatches: [{ subject: 'a', expected: 'b', observed: 'c', exchange }] };
      });
    expect(commonIn(cases(0), passed, byId)).toBeUndefined();
    expect(commonIn(cases(1), passed, byId)?.request).toBe('a request with "a"');
  });
  it('is nothing where one of them comes and goes, or where of so much that each sends something is sent by all by chance', () => {
    const answers = { wrong: 1, judged: 2, comesAndGoes: true as const };
    const going = { subject: 'a', expected: 'b', observed: 'c', answers };
    const [first, ...others] = failed;
    expect(first && commonIn([{ ...first, mismatches: [going] }, ...others], passed, byId)).toBeUndefined();
    const four = failed.slice(0, 4);
    const among = [...many(123, 'passed', plain, plain), ...many(9, 'guided', guided, plain)];
    expect(commonIn(four, among, byId)?.passed).toBe(9);
    const manifold = { ...plain, format: 'mp3', speed: 1, voice: 'echo', b: 1, c: 2, d: 3, e: 4 };
    const wide = { ...manifold, ...guided };
    const amongWide = [...many(123, 'wide', manifold, manifold), ...many(9, 'wider', wide, manifold)];
    expect(commonIn(many(4, 'manifold', manifold, wide), amongWide, byId)).toBeUndefined();
  });
  it('is not what was asked for to tell whether anything answers still', () => {
    const hung = many(6, 'hung', plain).map((finding) => {
      const [silent = ''] = finding.exchanges;
      const id = `${finding.check}#voices`;
      const asked = { ...answered({ id, operation: 'voices' }), sentAs: { of: 'list voices', after: silent } };
      exchanges.set(id, asked);
      return { ...finding, exchanges: [silent, id] };
    });
    expect(commonIn(hung, passed, byId)).toBeUndefined();
  });
  it('is sought among what passes of the same family, and not of what crashed the service', () => {
    const away = many(40, 'away', guided, guided).map((each) => ({
      ...each,
      check: each.check.replace('metering', 'speech'),
    }));
    const pass = [...passed, ...away].map((each) => ({ ...each, verdict: { is: 'pass' } as const }));
    const cause = { title: 'a', checks: failed.map(({ check }) => check), likely: [] };
    const crash = { ...cause, since: { request: 1, of: 2, failed: 1 } };
    const [first, second] = withCommon([cause, crash], [...failed, ...pass], byId);
    expect(first?.common).toMatchObject({ passed: 2, of: 42 });
    expect(second?.common).toBeUndefined();
  });
});
