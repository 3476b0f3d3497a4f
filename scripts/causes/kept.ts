import { appendFileSync, createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Finding } from '../../conformance/model/run.ts';
import { recorded, type RecordJob } from './record.ts';

/** What was found once, so that another way to tell it can be tried without sending anything. */
export function keptIn(file: string): (job: RecordJob) => Promise<readonly Finding[]> {
  const known = kept(file);
  return async (job) => {
    const key = JSON.stringify(job);
    const earlier = (await known).get(key);
    if (earlier !== undefined) return JSON.parse(earlier) as readonly Finding[];
    const findings = await recorded(job);
    appendFileSync(file, `${key}\t${onOneLine(JSON.stringify(findings))}\n`);
    return findings;
  };
}

/** As text: of all faults the findings are some hundred MB of values. */
async function kept(file: string): Promise<ReadonlyMap<string, string>> {
  const byKey = new Map<string, string>();
  if (!existsSync(file)) return byKey;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [key = '', findings] = line.split('\t', 2);
    if (findings !== undefined) byKey.set(key, findings);
  }
  return byKey;
}

/** To `readline` these end a line too. */
function onOneLine(json: string): string {
  return json.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`);
}
