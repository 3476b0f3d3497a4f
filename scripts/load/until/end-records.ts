import { join } from 'node:path';
import { asObject, parseJson } from '../../../load/records/narrow.ts';
import type { RequestsHeader } from '../../../load/records/requests.ts';
import type { LoadOutcome } from '../../../load/runner/run-scenario.ts';
import { errorMessage } from '../../errors/error-message.ts';
import { rewriteRecords } from '../results/rewrite-records.ts';
import { figuresUntil } from './read-again.ts';

/**
 * Lets the header of requests.ndjson say how much of a run that was stopped counts: whoever reads it leaves out what was
 * sent later, whose slow answers were cut off. Every record stays.
 */
async function endRecords(folder: string, { settings }: RequestsHeader): Promise<void> {
  await rewriteRecords(folder, (line, place) => {
    if (place > 0) return undefined;
    const fields = asObject(parseJson(line.toString('utf8'))) ?? {};
    return JSON.stringify({ ...fields, settings: { ...asObject(fields['settings']), ...settings } });
  });
}

/** The outcome of a run that was stopped because its precision was reached: its figures are those until then. */
export async function endedOutcome(
  outcome: LoadOutcome,
  folder: string,
  ended: RequestsHeader | undefined,
): Promise<LoadOutcome> {
  if (ended === undefined || outcome.is !== 'stopped' || outcome.by !== 'watcher') return outcome;
  try {
    await endRecords(folder, ended);
    const load = await figuresUntil(join(folder, 'requests.ndjson'), ended);
    return { ...outcome, header: ended, load };
  } catch (error) {
    const lacking = `requests.ndjson does not say how much of the run counts, so that it is incomplete: ${errorMessage(error)}`;
    return { ...outcome, lacking };
  }
}
