import type { Claims } from '../conformance/evidence/statement.ts';

const none = { pass: 0, fail: 0, inconclusive: 0, notApplicable: 0 };

/** Sample claims, which the tests of this folder vary. */
export const sampleClaims: Claims = {
  schema: 'assay.certificate/1',
  target: 'https://speech.example',
  embedded: false,
  profile: 'all',
  strict: false,
  document: { title: 'The interface', sha256: 'ab'.repeat(32) },
  requirements: { release: '0.1.0', sha256: 'ef'.repeat(32) },
  tool: { name: 'assay', version: '0.1.0' },
  judgedAt: '2026-11-24T03:00:55.530Z',
  validity: { notBefore: '2026-11-24T03:00:55.530Z', notAfter: '2027-02-22T03:00:55.530Z' },
  counts: { pass: 42, fail: 1, inconclusive: 2, notApplicable: 3 },
  countsByLevel: {
    MUST: { ...none, pass: 40 },
    HTTP: none,
    SHOULD: { pass: 2, fail: 1, inconclusive: 2, notApplicable: 3 },
  },
  controls: { seen: 21 },
  knownFailures: [],
  selfTest: { faults: 40, found: 39 },
};
