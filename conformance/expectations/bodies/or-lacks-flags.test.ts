import { describe, expect, it } from 'vitest';
import { areNoServerErrors } from '../statuses/is-refusal.ts';
import { areSuccesses, isSuccess } from '../statuses/is-success.ts';
import { onFlagged, allowingUnsupportedFlags, allowingRefusedFlags } from './or-lacks-flags.ts';
import { answered } from '../sample-exchange.testing.ts';

const envelope = { error: { code: 'no_mcp', message: 'This service has no MCP.' } };
const withFlag = { message: 'Hello!', useMcp: true };
const to = (sent: unknown, status: number, body = {}) => answered({ id: 'c#1', sent, status, body });
const endures = allowingUnsupportedFlags(areNoServerErrors);
const no5xx = { subject: 'status of c#1', expected: 'any but 5xx', reference: 'RFC 9110 15.6' };

describe('orLacksFlags', () => {
  it('takes a 501 with the error object, where a flag was set', async () => {
    expect(await endures([to(withFlag, 501, envelope)])).toEqual([]);
    expect(await endures([to(withFlag, 501, envelope), to(withFlag, 200)])).toEqual([]);
  });
  it('asks for the error object', async () => {
    expect(await endures([to(withFlag, 501, { detail: 'no' })])).toEqual([
      { subject: 'error', expected: 'an object', observed: 'none in {"detail":"no"}' },
    ]);
  });
  it('shows what else is an error of the server', async () => {
    const observed = 'status 500, {}';
    expect(await endures([to(withFlag, 501, envelope), to(withFlag, 500)])).toMatchObject([{ ...no5xx, observed }]);
    expect(await endures([to(withFlag, 500)])).toMatchObject([{ ...no5xx, observed }]);
    for (const sent of [{ message: 'Hello!' }, [withFlag], null, undefined])
      expect(await endures([to(sent, 501)])).toMatchObject([{ ...no5xx, observed: 'status 501, {}' }]);
  });
  it('says why nothing could be judged', async () => {
    const inconclusive = { inconclusive: 'for its own reason' };
    expect(
      await allowingUnsupportedFlags(() => inconclusive)([to(withFlag, 501, envelope), to(withFlag, 200)]),
    ).toEqual(inconclusive);
    expect(await allowingUnsupportedFlags(isSuccess)([])).toEqual({ inconclusive: 'there was no answer to judge' });
  });
});

describe('orMayNotHaveFlags', () => {
  const accepts = allowingRefusedFlags(areSuccesses);
  const off = { message: 'Hello!', useMcp: false };
  it('leaves open what says with the error object that a flag is not to be had', async () => {
    for (const status of [403, 409, 501]) {
      expect(await accepts([to(withFlag, status, envelope), to(off, 200)])).toEqual({
        inconclusive: `the document leaves open what an option flag means (2.2), and status ${status} says that it is not to be had`,
        isUnspecified: true,
      });
    }
  });
  it('leaves open what refuses the only flag as invalid where it is on, and takes it where it is off', async () => {
    for (const status of [400, 422])
      expect(await accepts([to(withFlag, status, envelope), to(off, 200)])).toHaveProperty('isUnspecified');
    const two = { webSearch: true, ...withFlag };
    expect(await accepts([to(two, 400, envelope), to({ ...off, webSearch: false }, 200)])).toHaveLength(1);
    expect(await accepts([to(withFlag, 400, envelope), to({ message: '?', webSearch: false }, 200)])).toHaveLength(1);
    expect(await accepts([to(withFlag, 400), to(off, 200)])).toHaveLength(1);
    expect(await accepts([to(off, 400, envelope), to(withFlag, 200)])).toHaveLength(1);
  });
  it('shows what refuses the flag itself, or one that is off, or says nothing', async () => {
    const observed = (sent: unknown, status: number, body = {}): unknown => accepts([to(sent, status, body)]);
    for (const status of [400, 422, 500]) expect(await observed(withFlag, status, envelope)).toHaveLength(1);
    expect(await observed(off, 403, envelope)).toHaveLength(1);
    expect(await observed(withFlag, 403)).toHaveLength(1);
    expect(await accepts([to(withFlag, 403, envelope), to(off, 403, envelope)])).toHaveLength(1);
    expect(await accepts([to(withFlag, 200)])).toEqual([]);
  });
});

it('ofFlagged looks at the answers to requests with a flag alone', async () => {
  const judge = onFlagged(areNoServerErrors);
  expect(await judge([to({ message: 'Hello!' }, 500), to(withFlag, 200)])).toEqual([]);
  expect(await judge([to({ message: 'Hello!' }, 200), to(withFlag, 500)])).toMatchObject([no5xx]);
  expect(await judge([to({ message: 'Hello!' }, 500)])).toEqual({
    inconclusive: 'no request with an option flag was sent',
  });
});
