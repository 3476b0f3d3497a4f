import type { Journal } from '../../conformance/core/run/assemble.ts';
import type { Circumstance } from '../../conformance/core/circumstance.ts';
import type { JournalEvent } from '../../conformance/core/engine.ts';
import { exchangeLine } from '../../conformance/core/run/exchange-line.ts';
import type { Exchange } from '../../conformance/core/exchange.ts';
import type { Finding, RunHeader } from '../../conformance/core/run/run.ts';
import type { ResultFolder } from './result-folder.ts';

/** Everything that happens goes to disk as it happens, and is remembered for the report. */
export type KeptJournal = {
  readonly kept: Journal & { readonly circumstances: readonly Circumstance[] };
  readonly keep: (event: JournalEvent) => void;
  /** Aborted where something could not be kept: a run without its evidence is not worth going on. */
  readonly broken: AbortSignal;
};

/** What is in a journal that goes on; of its findings those that stay. */
type Begun = Omit<KeptJournal['kept'], 'header'>;

/** Begins the journal of a run with its header, or goes on with one. */
export function keepJournal(folder: ResultFolder, header: RunHeader, begun?: Begun): KeptJournal {
  const findings: Finding[] = [...(begun?.findings ?? [])];
  const exchanges: Exchange[] = [...(begun?.exchanges ?? [])];
  const circumstances: Circumstance[] = [...(begun?.circumstances ?? [])];
  const breaking = new AbortController();
  if (begun === undefined) folder.append('findings.ndjson', JSON.stringify(header));
  // At once: a kill in between must not lose what was found.
  else folder.write('findings.ndjson', [header, ...findings].map((each) => `${JSON.stringify(each)}\n`).join(''));
  const keep = (event: JournalEvent): void => {
    try {
      if (event.is === 'finding') {
        findings.push(event.finding);
        folder.append('findings.ndjson', JSON.stringify(event.finding));
      } else if (event.is === 'circumstance') {
        circumstances.push(event.circumstance);
        folder.append('circumstances.ndjson', JSON.stringify(event.circumstance));
      } else {
        exchanges.push(event.exchange);
        folder.append('exchanges.ndjson', exchangeLine(event.exchange), unsearchedIn(event.exchange));
      }
    } catch (error) {
      breaking.abort(error);
    }
  };
  return { kept: { header, findings, exchanges, circumstances }, keep, broken: breaking.signal };
}

/** What was answered was searched when it came, in its codings too; it may be megabytes. */
function unsearchedIn({ probe, request }: Exchange): string {
  const { url, headers, body } = request;
  return JSON.stringify([probe, url, headers, Buffer.from(body.subarray(0, mostSearched)).toString('utf8')]);
}

/** What a request has of an answer, such as the id of a session, stands at its beginning. */
const mostSearched = 4096;
