import { describe, expect, it } from 'vitest';
import { areNoServerErrors } from '../statuses/is-refusal.ts';
import { isSuccess } from '../statuses/is-success.ts';
import { ofFlagged, orLacksFlags } from './or-lacks-flags.ts';
import { answered } from '../sample-exchange.testing.ts';

const envelope = { error: { code: 'no_mcp', message: 'This service has no MCP.' } };
const withFlag = { message: 'Hello!', useMcp: true };
const to = (sent: unknown, status: number, body = {}) => answered({ id: 'c#1', sent, status, body });
const endures = orLacksFlags(areNoServerErrors);
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
    expect(await orLacksFlags(() => inconclusive)([to(withFlag, 501, envelope), to(withFlag, 200)])).toEqual(
      inconclusive,
    );
    expect(await orLacksFlags(isSuccess)([])).toEqual({ inconclusive: 'there was no answer to judge' });
  });
});

it('ofFlagged looks at the answers to requests with a flag alone', async () => {
  const judge = ofFlagged(areNoServerErrors);
  expect(await judge([to({ message: 'Hello!' }, 500), to(withFlag, 200)])).toEqual([]);
  expect(await judge([to({ message: 'Hello!' }, 200), to(withFlag, 500)])).toMatchObject([no5xx]);
  expect(await judge([to({ message: 'Hello!' }, 500)])).toEqual({
    inconclusive: 'no request with an option flag was sent',
  });
});
