import type { Exchange } from '../../conformance/model/exchange.ts';
import { checkOf } from '../text/defects.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { requestDifference, type RequestDifference } from './request-difference.ts';

/** A failure with its control: the check whose request differs only in what is judged, and which passed. */
export type ControlComparison = {
  /** Id of the control's check. */
  readonly control: string;
  /** The exchange of the failure, and that of its control. */
  readonly own: Exchange;
  readonly exchange: Exchange;
  readonly changed: RequestDifference;
};

export type ControlComparisonOf = (finding: Finding) => ControlComparison | undefined;

/**
 * What to compare each failure with, where both exchanges were kept: the controls that it names itself, as fuzz
 * findings do, or its control among the findings. `controlOf` is by the ids of checks.
 */
export function controlComparisons(
  findings: readonly Finding[],
  byId: ReadonlyMap<string, Exchange>,
  controlOf: ReadonlyMap<string, string> = new Map(),
): ControlComparisonOf {
  const passed = new Map(findings.filter(({ verdict }) => verdict.is === 'pass').map((each) => [each.check, each]));
  return (finding) => {
    const control = controlOf.get(checkOf(finding));
    const own = byId.get(finding.reproduces ?? finding.exchanges.at(-1) ?? '');
    if (finding.verdict.is !== 'fail' || control === undefined || own === undefined) return undefined;
    // For an intermittent failure of the same request, a difference in the request is not the cause.
    if (finding.mismatches.some(({ answers }) => answers?.comesAndGoes === true)) return undefined;
    const ids = finding.controls ?? passed.get(control)?.exchanges ?? [];
    const sent = ids.flatMap((id) => byId.get(id) ?? []);
    const exchange = sent.findLast((each) => isAlike(each, own)) ?? sent.at(-1);
    return exchange && { control, own, exchange, changed: requestDifference(own, exchange) };
  };
}

/** Selects, among several exchanges of a control, one with the same operation and method. */
function isAlike({ operation, request: { method } }: Exchange, own: Exchange): boolean {
  return operation === own.operation && method === own.request.method;
}

/** `speed is 4.01 (its control: 4)`: the changes to a control's request, in one line. */
export function changedText({ changed: { says } }: ControlComparison): string | undefined {
  return says.length === 0 ? undefined : says.join('; ');
}
