import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { RequestsHeader } from '../../load/model/requests.ts';
import { mergedHeader } from '../../load/model/segments.ts';
import { jsonOf, fieldsOf } from '../../load/model/narrow.ts';
import { canaryFile, canaryLine, instrumentIn, writtenIn } from './evidence.ts';
import type { ResultFolder } from '../results/result-folder.ts';

type Segment = { readonly path: string; readonly header: RequestsHeader };

/** One requests.ndjson with the records of all segments, as they stand, one canary.ndjson and one instrument.json. */
export async function mergeSegments(segments: readonly Segment[], into: ResultFolder): Promise<void> {
  into.append('requests.ndjson', JSON.stringify(mergedHeader(segments.map(({ header }) => header))));
  for (const { path } of segments) {
    let isHeader = true;
    for await (const line of createInterface({ input: createReadStream(join(path, 'requests.ndjson')) })) {
      // The last line of a killed segment may be torn.
      if (!isHeader && fieldsOf(jsonOf(line)) !== undefined) into.append('requests.ndjson', line);
      isHeader = false;
    }
  }
  for (const { path, header } of segments) {
    for (const [id, writtenNs] of writtenIn(path, header)) {
      into.append(canaryFile, canaryLine(id, writtenNs, header.t0MonotonicNs));
    }
  }
  const instrument = instrumentIn(segments.map(({ path }) => path));
  if (instrument) into.write('instrument.json', `${JSON.stringify(instrument)}\n`);
}
