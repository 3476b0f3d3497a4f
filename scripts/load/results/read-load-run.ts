import { join } from 'node:path';
import { collectInputs, type ComparableRun } from '../../../load/compare/comparable.ts';
import { runSamples, type ComparedRun } from '../../../load/differences/run-samples.ts';
import { judgedLoad } from '../../../load/verdict/judged-load.ts';
import type { RequestRecord } from '../../../load/records/record.ts';
import { withSampleVerdict } from '../../../load/evidence/judged-samples.ts';
import { checkRecords } from '../../../load/plan/record-checks.ts';
import { summaryOf } from '../../../load/figures/summary.ts';
import { tailRequests } from '../../../load/runner/follow-requests.ts';
import { evidenceIn, samplesIn } from './evidence.ts';
import { duplicateRequestError } from './load-in.ts';
import { readLoadHeader } from './read-load-header.ts';
import { UsageError } from '../../errors/usage-error.ts';

export type LoadRunRead = ComparableRun & { readonly samples: ComparedRun };

/** A load run as a comparison needs it, from its records alone, in one pass. Throws a UsageError where it is none. */
export async function readLoadRun(folder: string): Promise<LoadRunRead> {
  const path = join(folder, 'requests.ndjson');
  const header = readLoadHeader(folder);
  const [summary, samples, inputs] = [summaryOf(header), runSamples(header), collectInputs()];
  const heard = withSampleVerdict(samplesIn([folder]));
  const records = checkRecords(header);
  const canaries: RequestRecord[] = [];
  const tail = tailRequests(path, {
    header: () => undefined,
    record: (kept) => {
      const record = heard(kept);
      if (record.operation === 'canary') return canaries.push(record);
      if (records.isDuplicate(record)) throw duplicateRequestError(folder, record);
      records.add(record);
      summary.add(record);
      samples.add(record);
      return inputs.add(record);
    },
    unreadable: (line, outOfTime) => {
      const because = outOfTime === undefined ? ', is not a record' : `: ${outOfTime}`;
      throw new UsageError(`${path}, line ${line}${because}, so the run cannot be compared`);
    },
  });
  try {
    await tail.catchUp();
  } finally {
    await tail.close();
  }
  const measured = summary.load();
  const { offSchedule, audioSamples } = records.result();
  const load = judgedLoad(measured, {
    ...evidenceIn([{ path: folder, header, canaries, audioSamples, complete: measured.complete }]),
    offSchedule,
  });
  return { load, inputs: inputs.result(), samples: samples.result() };
}
