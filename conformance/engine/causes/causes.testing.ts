import type { Finding } from '../../model/run.ts';
import { causesOf } from './causes.ts';

type OfRun = Parameters<typeof causesOf>[1];
type Kind = NonNullable<Finding['mismatches'][number]['kind']>;

/** The value of `kind.is` that expectations set for the subjects that these tests use. */
const parts: Readonly<Record<string, Kind['is']>> = {
  status: 'status',
  answer: 'response',
  'complete answer': 'ending',
  length: 'length',
  audio: 'audio',
};
const dues: Readonly<Record<string, Kind['due']>> = {
  'success, any 2xx': 'success',
  'a refusal': 'refusal',
  'a refusal, any 4xx': 'refusal',
  'any but 5xx': 'notServerError',
};

function kindOf(subject: string, expected: string): Kind {
  const [is, due] = [parts[subject.startsWith('status') ? 'status' : subject], dues[expected]];
  return { ...(is && { is }), ...(due && { due }) };
}

export type Parts = Partial<Finding> & {
  readonly subject?: string;
  readonly expected?: string;
  readonly observed?: string;
  readonly answers?: Finding['mismatches'][number]['answers'];
  readonly kind?: Finding['mismatches'][number]['kind'];
};

export function failure(
  check: string,
  { subject = 'status', expected = 'a refusal', observed = '200', answers, kind, ...parts }: Parts = {},
): Finding {
  return {
    check,
    clause: '1',
    also: [],
    level: 'MUST',
    title: 'a title',
    requirement: 'a requirement',
    verdict: { is: 'fail', because: 'so' },
    mismatches: [
      { subject, expected, observed, kind: { ...kindOf(subject, expected), ...kind }, ...(answers && { answers }) },
    ],
    exchanges: [`${check}#1`],
    reproduce: '',
    ...parts,
  };
}

export function causesFor(
  failures: readonly Finding[],
  known: OfRun['known'] = [],
  passed: readonly string[] = [],
  ofEvery: readonly string[] = [],
  exchangeOf?: OfRun['exchangeOf'],
) {
  const judged = new Set([...failures.map(({ check }) => check), ...passed]);
  return causesOf(failures, { judged, known, ofEvery: new Set(ofEvery), exchangeOf });
}

export const checksIn = (causes: ReturnType<typeof causesOf>) => causes.map(({ checks }) => checks);
export const knownFault = (fault: string, named: readonly string[], also: readonly string[] = []) => ({
  fault,
  named,
  checks: new Set([...named, ...also]),
});
