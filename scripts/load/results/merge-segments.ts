import { join } from 'node:path';
import type { RequestsHeader } from '../../../load/records/requests.ts';
import { mergedHeader } from '../../../load/records/segments.ts';
import { jsonOf, fieldsOf } from '../../../load/records/narrow.ts';
import { fileBounds } from '../../reading/file-bounds.ts';
import { readLines } from '../../reading/read-lines.ts';
import { canaryFile, canaryLine, instrumentIn, samplesFile, samplesIn, writtenIn } from './evidence.ts';
import type { ResultFolder } from '../../results/result-folder.ts';

type Segment = { readonly path: string; readonly header: RequestsHeader };

/** One requests.ndjson with the records of all segments, as they stand, one canary.ndjson and one instrument.json. */
export function mergeSegments(segments: readonly Segment[], into: ResultFolder): void {
  into.append('requests.ndjson', JSON.stringify(mergedHeader(segments.map(({ header }) => header))));
  for (const { path } of segments) {
    const file = { path: join(path, 'requests.ndjson') };
    for (const { text, number } of readLines(file, { most: Infinity, mostLine: fileBounds.lineBytes }))
      // The last line of a killed segment may be torn.
      if (number > 1 && fieldsOf(jsonOf(text)) !== undefined) into.append('requests.ndjson', text);
  }
  for (const { path, header } of segments) {
    for (const [id, writtenNs] of writtenIn(path, header)) {
      into.append(canaryFile, canaryLine(id, writtenNs, header.t0MonotonicNs));
    }
  }
  const instrument = instrumentIn(segments.map(({ path }) => path));
  const heard = samplesIn(segments.map(({ path }) => path));
  if (heard) into.write(samplesFile, `${JSON.stringify(heard)}\n`);
  if (instrument) into.write('instrument.json', `${JSON.stringify(instrument)}\n`);
}
