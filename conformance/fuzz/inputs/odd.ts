import type { Arbitrary } from 'fast-check';
import type { FastCheck } from '../../model/fast-check.ts';
import { chats, speeches } from './valid.ts';
import type { Deviation, Request } from './request.ts';
import type { TextOptions } from './texts.ts';
import { withDeviation } from './invalid.ts';

/** Bytes that are no UTF-8: lone and missing continuation bytes, overlong forms, surrogates, UTF-16 (Unicode 3.9). */
const bytes = ['ff', '80', 'c3', 'c0af', 'e28228', 'eda080', 'f4908080', 'fe', 'f0288c28', 'c3c3'];

/** Content types that no common client sends with JSON. */
const types = [
  'application/json; charset=utf-16',
  'application/json; charset=x',
  'application/json;',
  'application/json;=',
  'application/jsonx',
  'json',
  '*/*',
  'application/json, text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
];

/** Nesting depths beyond the limit of CPython's JSON parser and serialiser. */
const depths = [1_000, 2_000, 5_000];

/** What clients resolve or escape before they send it: no percent-encoding (RFC 3986 2.1), or of what is not UTF-8. */
const paths = ['/..', '/.', '%', '%zz', '%C3', '%c0%af', '?a=%'];

/**
 * A valid request but for bytes that no common client sends: no serialiser writes them, and no library puts them into
 * a path or a header. Above all what is not UTF-8, which shows in most cases of a check.
 */
function oddities(fc: FastCheck): Arbitrary<Deviation> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.record({ is: fc.constant('bytes' as const), hex: fc.constantFrom(...bytes) }) },
    fc.constant<Deviation>({ is: 'around', before: '\ufeff', behind: '' }),
    fc.record({
      is: fc.constant('deep' as const),
      name: fc.constant('a'),
      open: fc.constantFrom('[' as const, '{"a":' as const),
      levels: fc.constantFrom(...depths),
    }),
    { weight: 2, arbitrary: fc.constantFrom(...types).map((type): Deviation => ({ is: 'type', type })) },
    fc.constantFrom(...paths).map((part): Deviation => ({ is: 'path', part })),
  );
}

export function oddChats(fc: FastCheck, operation: 'chat' | 'stream', options: TextOptions): Arbitrary<Request> {
  return withDeviation(fc, chats(fc, operation, options), oddities(fc));
}

export function oddSpeeches(fc: FastCheck, options: TextOptions): Arbitrary<Request> {
  return withDeviation(fc, speeches(fc, options), oddities(fc));
}
