import { createReadStream } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { summaryOf, type Summary } from '../../../load/figures/summary.ts';
import { tallyOf } from '../../../load/figures/tally.ts';
import { auditKindOf } from '../../../load/plan/audit.ts';
import { phaseOf } from '../../../load/plan/phases.ts';
import { stepBlocks } from '../../../load/plan/time-blocks.ts';
import { requestsReader } from '../../../load/records/reading.ts';
import type { RequestRecord } from '../../../load/records/record.ts';
import type { RequestsHeader } from '../../../load/records/requests.ts';
import type { Until } from '../../../load/slo/until.ts';
import { suppressedFigures } from '../../../load/verdict/suppress.ts';
import { untilPrecision } from '../../../load/verdict/until-verdict.ts';

/** Reading takes this share of one processor, so that whoever measures on this machine notices nothing of it. */
const busyShare = 0.2;
/** One or two milliseconds' work: a request that falls due meanwhile leaves late by no more. */
const pieceBytes = 64 * 1024;

/**
 * The precision that a report would tell if the run ended where this header says: what was sent later, and what was cut off
 * of it, is left out. `undefined` without an interval, or once nobody asks any more.
 */
export async function precisionUntil(
  path: string,
  header: RequestsHeader,
  until: Until,
  isOver: () => boolean,
): Promise<number | undefined> {
  const { scenario, settings, seed } = header;
  const tally = tallyOf(undefined, stepBlocks(scenario, settings), settings.content);
  const phase = phaseOf(scenario, settings);
  const isAudit = ({ index }: RequestRecord): boolean =>
    settings.audit === true && auditKindOf(seed, index) !== undefined;
  await eachRecord(path, (record) => tally.add(record, phase(record), isAudit(record)), { isOver, isGentle: true });
  const span = { plannedMs: settings.durationMs, sendingMs: settings.durationMs };
  return isOver() ? undefined : untilPrecision(until, suppressedFigures(tally.figures(span), settings));
}

/** The figures of a run that ended where this header says. */
export async function figuresUntil(path: string, header: RequestsHeader): Promise<ReturnType<Summary['load']>> {
  const summary = summaryOf(header);
  await eachRecord(path, (record) => record.operation === 'canary' || summary.add(record), {
    isOver: () => false,
    isGentle: false,
  });
  return summary.load();
}

type Manner = { readonly isOver: () => boolean; readonly isGentle: boolean };

async function eachRecord(path: string, take: (record: RequestRecord) => void, { isOver, isGentle }: Manner) {
  const reader = requestsReader({
    header: () => undefined,
    record: (record) => record.index < 0 || take(record),
    unreadable: () => undefined,
  });
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    const begunMs = performance.now();
    reader.add(piece as Buffer);
    if (isOver()) return;
    if (isGentle) await wait((performance.now() - begunMs) * (1 / busyShare - 1));
  }
}
