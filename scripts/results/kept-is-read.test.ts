import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { exchangeForm, exchangeLine } from '../../conformance/engine/run/exchange-line.ts';
import { wireBounds } from '../../conformance/reading/wire-bounds.ts';
import { createBodyBudget } from '../../conformance/http/bounds/body-budget.ts';
import { answered } from '../../conformance/expectations/sample-exchange.testing.ts';
import { readJsonLines } from '../reading/read-json-lines.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';

/** As much of everything as is kept of one answer. */
const longest = {
  body: createBodyBudget().maxBytes(),
  head: wireBounds.headBytes,
  chunks: wireBounds.chunks,
} as const;

const pattern = fc.oneof(
  fc.constantFrom('\0', '"', '\\', '\n', 'a', 'é', '\u2028', '{"a":"b"}', '\x1f\x7f'),
  fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }),
);
const body = fc.oneof(
  pattern.map((text) => Buffer.from(text)),
  fc.uint8Array({ minLength: 1, maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
);
const share = fc.constantFrom(1, 0.1, 0.001);

it('whatever can be kept of an answer is a line that can be read again', () => {
  const file = join(emptyFolder(), 'exchanges.ndjson');
  fc.assert(
    fc.property(body, share, pattern, share, (pieces, ofBody, letters, ofHead) => {
      const sample = answered({ body: Buffer.alloc(Math.floor(longest.body * ofBody), pieces) });
      if (sample.response.is !== 'answer') throw new Error('a sample is an answer');
      const value = letters.repeat(Math.ceil((longest.head * ofHead) / Buffer.byteLength(letters)));
      const chunks = Array.from({ length: longest.chunks }, () => ({ atMs: 123_456.789_012_345, bytes: 16_777_216 }));
      const exchange: Exchange = { ...sample, response: { ...sample.response, headers: [['x-a', value]], chunks } };
      writeFileSync(file, `${exchangeLine(exchange)}\n`);
      const [read] = [...readJsonLines({ path: file })].map((line) => exchangeForm(line.value));
      if (read?.is !== 'formed') throw new Error(read?.because ?? 'nothing was read');
      const { response } = read.value;
      if (response.is !== 'answer') throw new Error('an answer was written');
      expect(Buffer.compare(response.body, sample.response.body)).toBe(0);
      expect(response.headers[0]?.[1] === value).toBe(true);
    }),
    { numRuns: 5, examples: [[Buffer.from('\0'), 1, '\x01', 1]] },
  );
});
