import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fieldsOf, jsonOf } from '../../load/model/narrow.ts';
import { headerOf, type RequestsHeader } from '../../load/model/requests.ts';
import { UsageError } from '../given/usage-error.ts';

/** The header of a load run's records. Throws a UsageError where `requests.ndjson` begins with none. */
export async function readLoadHeader(folder: string): Promise<RequestsHeader> {
  const path = join(folder, 'requests.ndjson');
  const first = await firstLineOf(path);
  const header = headerOf(first);
  if (header !== undefined) return header;
  const schema = fieldsOf(jsonOf(first))?.['schema'];
  const observed = schema === undefined ? 'none' : JSON.stringify(schema);
  throw new UsageError(
    `${path} does not begin with a header: expected schema assay.requests/1 with its settings, observed ${observed}`,
  );
}

/** Not more of the file than that: it may be gigabytes. */
async function firstLineOf(path: string): Promise<string> {
  const input = createReadStream(path);
  try {
    for await (const line of createInterface({ input })) return line;
    return '';
  } finally {
    input.destroy();
  }
}
