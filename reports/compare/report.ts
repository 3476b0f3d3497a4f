import type { CheckComparison } from '../../conformance/engine/run/compare-runs.ts';
import type { LoadComparison } from '../../load/compare/comparison.ts';
import { checkComparisonReport } from './checks.ts';
import { loadComparisonReport } from './loads.ts';
import type { ComparisonReport } from './tables.ts';

export function comparisonReport(comparison: LoadComparison | CheckComparison): ComparisonReport {
  return comparison.is === 'load' ? loadComparisonReport(comparison) : checkComparisonReport(comparison);
}
