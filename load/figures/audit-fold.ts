import { auditKindOf, auditKinds, type AuditKind } from '../plan/audit.ts';
import type { AskedQuantity } from '../differences/asked.ts';
import type { ComparedQuantity } from '../differences/difference.ts';
import { judgeQuantities } from '../differences/judge.ts';
import { runSamples } from '../differences/run-samples.ts';
import type { Audit, AuditPart } from './figures.ts';
import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';

/** Compares the audit requests with the other requests of the run, as a fold over the records in any order. */
type AuditFold = {
  readonly kindOf: (record: Pick<RequestRecord, 'index'>) => AuditKind | undefined;
  readonly add: (record: RequestRecord, kind: AuditKind | undefined) => void;
  /** Sorts all samples. */
  readonly result: () => Audit;
};

/** Smallest relative difference that matters: users do not notice a smaller one. */
const within = 0.05;

/** Largest difference of medians that an undecided comparison may leave possible: above it the audit is undecided. */
const mustShow = 0.5;

/**
 * Quantities that are compared. They are few, because each further one makes differences in the others harder to show.
 */
const asked: readonly AskedQuantity[] = [
  { name: 'ttfe', percent: 50 },
  { name: 'ttft', percent: 50 },
  { name: 'ttft', percent: 95 },
  { name: 'e2e', percent: 50 },
  { name: 'e2e', percent: 95 },
  { name: 'failures' },
];

export function foldAudit({ scenario, settings, seed }: RequestsHeader): AuditFold {
  const samples = () => runSamples({ scenario, settings });
  const [fresh, repeat, plain] = [samples(), samples(), samples()];
  const of = { repeat, plain };
  const kindOf: AuditFold['kindOf'] = ({ index }) => auditKindOf(seed, index);
  return {
    kindOf,
    add: (record, kind) => (kind === undefined ? fresh : of[kind]).add(record),
    result: () => {
      const a = fresh.result();
      const part = (kind: AuditKind): AuditPart => {
        const b = of[kind].result();
        // There are two parts, and each must not show a chance difference: the p-values are adjusted for both.
        const options = { within, asked, comparisons: auditKinds.length };
        const { quantities } = judgeQuantities({ is: 'runs', a, b }, options);
        return { is: isOf(quantities), requests: b.shares.failures?.n ?? 0, quantities };
      };
      const parts = { repeat: part('repeat'), plain: part('plain') };
      const some = (is: AuditPart['is']): boolean => auditKinds.some((kind) => parts[kind].is === is);
      return { is: some('differs') ? 'differs' : some('undecided') ? 'undecided' : 'same', ...parts };
    },
  };
}

/**
 * The verdict of a part. `same` needs a comparison that could have shown a difference of half in `e2e.p50`, which every
 * operation has.
 */
function isOf(quantities: readonly ComparedQuantity[]): AuditPart['is'] {
  if (quantities.some(({ word }) => word === 'faster' || word === 'slower')) return 'differs';
  const whole = quantities.find(({ quantity }) => quantity === 'e2e.p50');
  const isShown = whole?.word === 'same' || (whole?.couldShow ?? Infinity) <= mustShow;
  return isShown ? 'same' : 'undecided';
}
