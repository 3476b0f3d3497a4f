import type { Exchange } from './model/exchange.ts';
import type { Finding } from './model/run.ts';
import type { Judged } from './judged-at.testing.ts';

/**
 * The failures of a run that show another request than the one they are about, or leave open which, each in a line: what is
 * said of a status has to be what the request that is shown was answered with.
 */
export function shownWrongly({ findings, exchanges }: Pick<Judged, 'findings' | 'exchanges'>): readonly string[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return findings.flatMap((finding) => {
    if (leavesOpen(finding)) return [`${finding.check} has a mismatch that names none of its exchanges`];
    const said = statusesSaid(finding);
    const id = finding.reproduces ?? finding.exchanges[0] ?? '';
    const seen = statusesOf(byId.get(id));
    if (said.length === 0 || said.some((status) => seen.includes(status))) return [];
    return [`${finding.check} says ${said.join(', ')} and shows ${id}: ${seen.join(', ') || 'no answer'}`];
  });
}

function leavesOpen({ verdict, mismatches, exchanges }: Finding): boolean {
  return verdict.is === 'fail' && mismatches.some(({ exchange }) => !exchanges.includes(exchange ?? ''));
}

function statusesSaid({ verdict, mismatches }: Finding): readonly string[] {
  if (verdict.is !== 'fail') return [];
  return mismatches.flatMap(({ observed }) => /^status \d{3}/.exec(observed)?.[0] ?? []);
}

/** One request that was written byte by byte may have several answers. */
function statusesOf(exchange: Exchange | undefined): readonly string[] {
  if (exchange?.response.is !== 'answer') return [];
  const { status, onWire } = exchange.response;
  const more = (onWire?.rest ?? '').matchAll(/HTTP\/1\.[01] (\d{3})/g);
  return [`status ${status}`, ...[...more].map(([, code]) => `status ${code}`)];
}
