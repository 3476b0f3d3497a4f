import type { Finding, RunHeader, Verdict } from '../../model/run.ts';

/** A finding with that verdict, of a check of speech unless `parts` says otherwise. */
export function findingWith(is: Verdict['is'], parts: Partial<Finding> = {}): Finding {
  return {
    check: 'speech.speed/a',
    clause: '2.5',
    also: [],
    level: 'MUST',
    title: 'a title',
    requirement: 's',
    verdict: is === 'pass' ? { is } : { is, because: 'because' },
    mismatches: [],
    exchanges: [],
    reproduce: '',
    ...parts,
  };
}

/** The header of a run that has no checks. */
export const sampleHeader: RunHeader = {
  schema: 'assay.run/1',
  command: 'check',
  tool: { name: 'assay', version: '1' },
  document: { title: 'the document', sha256: '0' },
  target: 'http://service.test',
  embedded: false,
  strict: false,
  seed: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  plan: { checks: [], atMost: { chats: 0, speeches: 0, credits: 0 } },
};
