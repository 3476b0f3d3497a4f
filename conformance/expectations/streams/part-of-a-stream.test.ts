import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Expectation, Exchanges } from '../../model/check.ts';
import {
  hasValidContentCoding,
  endsItsLastEvent,
  hasEventWithData,
  isUtf8Stream,
  saysEventStream,
} from './is-event-stream.ts';
import { onCall, unlessRefused, whereAccepted, whereRefused } from '../judged-as.ts';
import { losesNoData, spellsItsFields } from '../words/loses-no-data.ts';
import { isSuccess } from '../statuses/is-success.ts';
import { isJson } from '../bodies/is-json.ts';
import { answered } from '../sample-exchange.testing.ts';

const type = ['content-type', 'text/event-stream'] as const;
const event = 'data: {"text":"é"}\n\n';

type How = 'fell silent' | 'still sending' | 'is not read on';

/** What came of a stream before it fell silent, or while it was still coming. */
function part(body: string | Uint8Array, how: How, coding?: string): Exchanges {
  const headers = coding === undefined ? [type] : [type, ['content-encoding', coding] as const];
  const ending = how === 'is not read on' ? 'unkept' : 'timeout';
  const { response, ...exchange } = answered({ headers, body, operation: 'stream', ending, chunks: [] });
  const at = { chunks: [{ atMs: how === 'fell silent' ? 5 : 10_005, bytes: 1 }], endedAtMs: 10_005 };
  return [{ ...exchange, response: { ...response, ...at } }];
}

describe.each([
  ['fell silent', '--timeout ended it'],
  ['still sending', '--timeout ended it'],
  ['is not read on', 'assay read no more of it'],
] as const)('of a stream that %s', (how, end) => {
  it('what came is judged', async () => {
    const all = [saysEventStream, hasEventWithData, isUtf8Stream, losesNoData, spellsItsFields, hasValidContentCoding];
    for (const judge of all) expect(await judge(part(event + 'da', how))).toEqual([]);
  });
  it('a letter whose rest did not come is not wrong, and one within is', () => {
    const bytes = Buffer.from('data: é\n\ndata: é');
    expect(isUtf8Stream(part(bytes.subarray(0, -1), how))).toEqual([]);
    const torn = Buffer.from([...bytes.subarray(0, 7), ...bytes.subarray(8)]);
    expect(isUtf8Stream(part(torn, how))).toMatchObject([{ subject: 'encoding' }]);
  });
  it('an event that did not come is not missed', () => {
    const words = { inconclusive: `no event with data came before ${end}` };
    expect(hasEventWithData(part(': thinking\n\n', how))).toEqual(words);
  });
  it('a coding is undone as far as it came', () => {
    const coded = gzipSync(event).subarray(0, -8);
    expect(hasEventWithData(part(coded, how, 'gzip'))).toEqual([]);
    expect(hasValidContentCoding(part(coded, how, 'gzip'))).toEqual({
      inconclusive: `the end of the coding had not come when ${end}`,
    });
    expect(hasValidContentCoding(part(event, how, 'gzip'))).toMatchObject([{ subject: 'Content-Encoding' }]);
  });
});

it('the last event of a stream that fell silent is ended, and that of one still sending has not come', () => {
  expect(endsItsLastEvent(part(event, 'fell silent'))).toEqual([]);
  expect(endsItsLastEvent(part('data: hal', 'fell silent'))).toMatchObject([{ subject: 'last event' }]);
  const inconclusive = 'the last event had not come when --timeout ended it';
  expect(endsItsLastEvent(part(event, 'still sending'))).toEqual({ inconclusive });
});

it('an expectation that is asked in some way is asked of a part where it is itself', () => {
  const ways: readonly ((expectation: Expectation) => Expectation)[] = [
    (each) => onCall(0, each),
    whereAccepted,
    whereRefused,
    (each) => unlessRefused('such requests', each),
  ];
  for (const way of ways) {
    expect([saysEventStream, isSuccess, isJson].map((each) => way(each).ofPart)).toEqual([
      'always',
      'whileSending',
      undefined,
    ]);
  }
});
