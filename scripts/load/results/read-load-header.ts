import { join } from 'node:path';
import { asObject, parseJson } from '../../../load/records/narrow.ts';
import { headerOf, type RequestsHeader } from '../../../load/records/requests.ts';
import { shownValue } from '../../../conformance/reading/shown-value.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { fileBounds } from '../../reading/file-bounds.ts';
import { readLines } from '../../reading/read-lines.ts';

/** The header of a load run's records. Throws a UsageError where `requests.ndjson` begins with none. */
export function readLoadHeader(folder: string): RequestsHeader {
  const path = join(folder, 'requests.ndjson');
  const first = firstLineOf(path);
  const header = headerOf(first);
  if (header !== undefined) return header;
  const schema = asObject(parseJson(first))?.['schema'];
  const observed = schema === undefined ? 'none' : shownValue(schema);
  throw new UsageError(
    `${path} does not begin with a header: expected schema assay.requests/1 with its settings, observed ${observed}`,
  );
}

/** Not more of the file than that: it may be gigabytes. */
function firstLineOf(path: string): string {
  for (const { text } of readLines({ path }, { most: Infinity, mostLine: fileBounds.lineBytes })) return text;
  return '';
}
