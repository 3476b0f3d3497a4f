import type { Load } from '../../load/verdict/load.ts';
import { auditLines, auditParts } from './audit-words.ts';
import type { LoadTable } from './load-table.ts';
import { observedText } from './format.ts';

/** Each quantity of an audit: the audit requests beside the other requests. */
export function auditTable({ audit }: Load): LoadTable {
  return {
    title: 'Audit',
    lead:
      audit === undefined
        ? ''
        : `${auditLines(audit).join('. ')}. The figures of this report are those of the other requests.`,
    head: ['', 'quantity', 'the others', 'these', 'difference', 'verdict'],
    rows:
      audit === undefined
        ? []
        : auditParts.flatMap(([name]) =>
            audit[name].quantities.map((each) => [
              name === 'repeat' ? 'repeated' : 'common client',
              each.unit === '' ? each.quantity : `${each.quantity}, ${each.unit}`,
              observedText(each.a),
              observedText(each.b),
              each.relative === undefined ? '–' : `${signedPercent(each.relative.value)} %`,
              each.because === undefined ? each.word : `${each.word}: ${each.because}`,
            ]),
          ),
  };
}

/** Rounds to a tenth of a percent: further digits are noise. */
function signedPercent(share: number): string {
  const percent = Number((share * 100).toFixed(1));
  return `${percent > 0 ? '+' : ''}${percent === 0 ? 0 : percent}`.replace('-', '−');
}
