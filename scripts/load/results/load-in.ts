import { join } from 'node:path';
import type { Gate } from '../../../load/evidence/gate.ts';
import { judgedLoad } from '../../../load/verdict/judged-load.ts';
import type { Load } from '../../../load/verdict/load.ts';
import type { RequestRecord } from '../../../load/records/record.ts';
import type { RequestsHeader } from '../../../load/records/requests.ts';
import { mergedHeader } from '../../../load/records/segments.ts';
import { asHeard } from '../../../load/evidence/judged-samples.ts';
import { summaryOf } from '../../../load/figures/summary.ts';
import { tailRequests } from '../../../load/runner/tail-requests.ts';
import { gateFor, keptGate } from './gate.ts';
import { environmentIn, evidenceIn, samplesIn } from './evidence.ts';
import { readLoadHeader } from './read-load-header.ts';

/** A folder with records, which may be a segment of a run. */
export type LoadFolder = { readonly path: string; readonly header: RequestsHeader };

/** The load of one folder, as its records have it. */
export async function loadIn(path: string): Promise<Load> {
  return loadOf([{ path, header: readLoadHeader(path) }], undefined);
}

/**
 * The load that these segments make together, with the gate of that folder, else with the one that they keep. It draws
 * nothing: what writes reports loads the library of charts.
 */
export async function loadOf(run: readonly LoadFolder[], gatePath: string | undefined): Promise<Load> {
  const header = mergedHeader(run.map((each) => each.header));
  const gate = await gateOn(run, header, gatePath);
  const summary = summaryOf(header);
  const heard = asHeard(samplesIn(run.map(({ path }) => path)));
  const sources = [];
  for (const { path, header } of run) {
    const canaries: RequestRecord[] = [];
    const tail = tailRequests(join(path, 'requests.ndjson'), {
      header: () => undefined,
      record: (record) => (record.operation === 'canary' ? canaries.push(record) : summary.add(heard(record))),
      // What was torn by a kill, or by hand, is left out.
      unreadable: () => undefined,
    });
    await tail.catchUp();
    await tail.close();
    sources.push({ path, header, canaries });
  }
  const load = judgedLoad(summary.load(), evidenceIn(sources));
  return gate === undefined ? load : { ...load, gate };
}

/** A gate that was named comes before the one that a folder keeps. */
async function gateOn(
  run: readonly LoadFolder[],
  { settings }: RequestsHeader,
  gatePath: string | undefined,
): Promise<Gate | undefined> {
  const paths = run.map(({ path }) => path);
  if (gatePath === undefined) return keptGate(paths);
  return gateFor(gatePath, { target: settings.target, embedded: environmentIn(paths)?.embedded === true });
}
