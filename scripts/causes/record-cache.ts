import { appendFileSync, createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { exchangeForm, exchangeLine } from '../../conformance/engine/run/exchange-line.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { recordRun, type RecordedFailures, type RecordJob } from './record.ts';

/** Caches what runs found, so that another way to report it can be tried without sending anything. */
export function cachedRecorder(file: string): (job: RecordJob) => Promise<RecordedFailures> {
  const known = cached(file);
  return async (job) => {
    const key = JSON.stringify(job);
    const earlier = (await known).get(key);
    if (earlier !== undefined) return recordedFrom(earlier);
    const found = await recordRun(job);
    const lines = [JSON.stringify(found.findings), ...found.exchanges.map(exchangeLine)];
    appendFileSync(file, `${onOneLine([key, ...lines].join('\t'))}\n`);
    return found;
  };
}

function recordedFrom(text: string): RecordedFailures {
  const [findings = '[]', ...exchanges] = text.split('\t');
  return {
    findings: JSON.parse(findings) as readonly Finding[],
    exchanges: exchanges.flatMap((line) => {
      const exchange = exchangeForm(JSON.parse(line));
      return exchange.is === 'formed' ? [exchange.value] : [];
    }),
  };
}

/** Kept as text: the findings of all faults, as values, take some hundred MB. */
async function cached(file: string): Promise<ReadonlyMap<string, string>> {
  const byKey = new Map<string, string>();
  if (!existsSync(file)) return byKey;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const at = line.indexOf('\t');
    if (at > 0) byKey.set(line.slice(0, at), line.slice(at + 1));
  }
  return byKey;
}

/** `readline` takes these characters for line ends too. */
function onOneLine(json: string): string {
  return json.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`);
}
