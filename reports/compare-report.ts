import type { CheckComparison } from '../conformance/core/run/compare-runs.ts';
import type { LoadComparison } from '../load/model/compare/comparison.ts';
import { checkComparisonReport } from './compare-checks.ts';
import { loadComparisonReport } from './compare-loads.ts';
import type { ComparisonReport } from './compare-tables.ts';

export function comparisonReport(comparison: LoadComparison | CheckComparison): ComparisonReport {
  return comparison.is === 'load' ? loadComparisonReport(comparison) : checkComparisonReport(comparison);
}
