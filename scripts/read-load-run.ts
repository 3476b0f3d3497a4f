import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { collectInputs, type ComparableRun } from '../load/model/compare/comparable.ts';
import { runSamples, type ComparedRun } from '../load/model/compare/run-samples.ts';
import { judgedLoad } from '../load/model/judged-load.ts';
import { fieldsOf, jsonOf } from '../load/model/narrow.ts';
import type { RequestRecord } from '../load/model/record.ts';
import { headerOf, type RequestsHeader } from '../load/model/requests.ts';
import { summaryOf } from '../load/model/summary.ts';
import { tailRequests } from '../load/runner/tail-requests.ts';
import { evidenceIn } from './load-evidence.ts';
import { UsageError } from './usage-error.ts';

export type LoadRunRead = ComparableRun & { readonly samples: ComparedRun };

/** A load run as a comparison needs it, from its records alone, in one pass. Throws a UsageError where it is none. */
export async function readLoadRun(folder: string): Promise<LoadRunRead> {
  const path = join(folder, 'requests.ndjson');
  const header = await headerIn(path);
  const [summary, samples, inputs] = [summaryOf(header), runSamples(header), collectInputs()];
  const canaries: RequestRecord[] = [];
  const tail = tailRequests(path, {
    header: () => undefined,
    record: (record) => {
      if (record.operation === 'canary') return canaries.push(record);
      summary.add(record);
      samples.add(record);
      return inputs.add(record);
    },
    unreadable: (line) => {
      throw new UsageError(`${path}, line ${line}, is no record, so that the run cannot be compared`);
    },
  });
  try {
    await tail.catchUp();
  } finally {
    await tail.close();
  }
  const load = judgedLoad(summary.load(), evidenceIn([{ path: folder, header, canaries }]));
  return { load, inputs: inputs.result(), samples: samples.result() };
}

async function headerIn(path: string): Promise<RequestsHeader> {
  const input = createReadStream(path);
  let first = '';
  try {
    for await (const line of createInterface({ input })) {
      first = line;
      break;
    }
  } finally {
    input.destroy();
  }
  const header = headerOf(first);
  if (header !== undefined) return header;
  const schema = fieldsOf(jsonOf(first))?.['schema'];
  throw new UsageError(
    `${path} does not begin with a header: expected schema assay.requests/1 with its settings, observed ${schema === undefined ? 'none' : JSON.stringify(schema)}`,
  );
}
