import type { RequestsShown } from '../../../load/figures/figures.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { pluralize } from '../../text/format.ts';
import { escapeControls } from '../../text/visible.ts';

/** Outcomes caused by the load generator or by its end say nothing of the service. */
const ofGenerator: readonly string[] = ['notSent', 'aborted'];

/** The name that load/figures/requests-fold.ts gives to outcomes that are counted together. */
const otherOutcomes = 'other outcomes';

type Outcome = RequestsShown['outcomes'][number];

type Broken = { readonly n: number; readonly fromMs: number; readonly toMs: number };

/**
 * When requests failed, how many, and with which outcomes: readers look for this first. A client sees an outage as
 * several outcomes in succession. Covers the measured failures as they are counted; where none was measured, those of
 * the warm-up.
 */
export function whereItBrokeText({ requests }: Pick<Load, 'requests'>): string | undefined {
  const all = (requests?.outcomes ?? []).filter(({ outcome }) => !ofGenerator.includes(outcome));
  const outside = all.reduce((sum, { unmeasured = 0 }) => sum + unmeasured, 0);
  const failed = all.reduce((sum, { n }) => sum + n, 0) - outside;
  // The tiles above count measured requests, and so does this text wherever any failed.
  const told = all
    .map((each) => {
      const [firstMs, lastMs] = each.measuredMs ?? [each.firstMs, each.lastMs];
      return failed === 0 ? each : { ...each, n: each.n - (each.unmeasured ?? 0), firstMs, lastMs };
    })
    .filter(({ n }) => n > 0);
  // Outcomes that are counted together have many causes, none of which need be frequent.
  const common = told.filter(({ outcome }) => outcome !== otherOutcomes);
  const most = densest(common.length > 0 ? common : told);
  if (most === undefined) return undefined;
  const [broken, causes] = outageOf(most, common);
  const others = told.filter((each) => !causes.includes(each));
  const count = failed === 0 ? outside : failed;
  const also =
    others.length === 0
      ? ''
      : `; ${count - broken.n} failed otherwise, ${spanText(
          Math.min(...others.map(({ firstMs }) => firstMs)),
          Math.max(...others.map(({ lastMs }) => lastMs)),
        )}`;
  const where = failed === 0 ? ' in the warm-up or after the measured time' : '';
  const more = failed === 0 || outside === 0 ? '' : `; ${outside} more in the warm-up or after the measured time`;
  const why = escapeControls(causes.length === 1 ? causeText(most) : countedCauses(causes));
  return `${spanText(broken.fromMs, broken.toMs)}: ${pluralize(broken.n, 'request')} failed${where}, ${why}${also}${more}`;
}

/** Fewest failures of an outage that is shown although other failures are more frequent. */
const fewestOfOutage = 10;

/**
 * The most frequent outcome, or a nearly as frequent one whose failures came closer together: occasional timeouts
 * throughout a run do not show where it broke.
 */
function densest(all: readonly Outcome[]): Outcome | undefined {
  const commonest = Math.max(...all.map(({ n }) => n));
  return all
    .filter(({ n }) => n === commonest || n >= Math.max(fewestOfOutage, commonest / 2))
    .toSorted((one, next) => density(spanOf(next)) - density(spanOf(one)) || next.n - one.n)[0];
}

/** Largest distance in milliseconds between two outcomes of the same outage, which follow each other or overlap. */
const mostApartMs = 1000;

/**
 * Merges an outcome with those that came in the same time or next to it. An outcome joins while the failures of all are
 * at least half as dense as those of the first. A single request with another cause, an hour before, is not part of the
 * outage.
 */
function outageOf(first: Outcome, all: readonly Outcome[]): readonly [Broken, readonly Outcome[]] {
  let broken = spanOf(first);
  const least = density(broken) / 2;
  const causes = [first];
  for (const each of all.filter((other) => other !== first).toSorted((one, next) => next.n - one.n)) {
    const apartMs = Math.max(each.firstMs - broken.toMs, broken.fromMs - each.lastMs);
    const joined = {
      n: broken.n + each.n,
      fromMs: Math.min(broken.fromMs, each.firstMs),
      toMs: Math.max(broken.toMs, each.lastMs),
    };
    if (apartMs > mostApartMs || density(joined) < least) continue;
    broken = joined;
    causes.push(each);
  }
  return [broken, causes.toSorted((one, next) => next.n - one.n)];
}

function spanOf({ n, firstMs, lastMs }: Outcome): Broken {
  return { n, fromMs: firstMs, toMs: lastMs };
}

/** Failures per millisecond, over at least a second. */
function density({ n, fromMs, toMs }: Broken): number {
  return n / Math.max(1000, toMs - fromMs);
}

/** The outcome with the reason of its first request: others with this outcome may have had another reason. */
function causeText({ outcome, n, because }: Outcome): string {
  if (because === undefined) return outcome;
  return n > 1 ? `${outcome}, first: ${because}` : because;
}

/**
 * The most frequent outcome with its reason, and the others with their counts. All reasons are listed with the
 * failures.
 */
function countedCauses([most, ...others]: readonly Outcome[]): string {
  const because = most?.because === undefined ? '' : ` (${most.n > 1 ? 'first: ' : ''}${most.because})`;
  return [
    `${most?.n ?? 0} ${most?.outcome ?? ''}${because}`,
    ...others.map(({ outcome, n }) => `${n} ${outcome}`),
  ].join(', ');
}

/** `from 8.2 s to 13.5 s`, by intended times. */
export function spanText(fromMs: number, toMs: number): string {
  return fromMs === toMs ? `at ${secondsText(fromMs)}` : `from ${secondsText(fromMs)} to ${secondsText(toMs)}`;
}

export function secondsText(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
