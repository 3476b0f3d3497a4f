import { clause } from '../core/check.ts';
import { noCost } from '../core/budget.ts';
import { listVoices } from '../core/standard-probes.ts';
import type { Probe } from '../core/probe.ts';
import { allowsWhere405 } from '../expect/has-status.ts';
import { hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { isJson } from '../expect/is-json.ts';
import { isComplete } from '../expect/is-complete.ts';
import { isNoServerError, isRefusal } from '../expect/is-refusal.ts';
import { statusSeen } from '../expect/observed.ts';

const unknownPath: Probe = {
  name: 'get an unknown path',
  needs: [],
  costs: noCost,
  steps: [() => [{ operation: 'other', method: 'GET', path: '/v1/no-such-thing-a7c2', headers: [['accept', '*/*']] }]],
};

const headVoices = listVoices('none', { method: 'HEAD' });
const deleteVoices = listVoices('none', { method: 'DELETE' });

export const http = clause('4', 'transport.http', {
  says: 'The service speaks HTTP (RFC 9110, RFC 9112)',
  also: ['9'],
  checks: {
    'bodies-are-whole': { level: 'MUST', probe: listVoices(), expect: [isComplete], fault: 'content-length-too-long' },
    'bodies-are-not-cut-short': {
      level: 'MUST',
      says: 'Content-Length is the length of the body (RFC 9110 8.6)',
      probe: listVoices(),
      expect: [isJson],
      fault: 'content-length-too-short',
    },
    'head-is-no-server-error': {
      level: 'MUST',
      twin: 'voices.list/needs-no-token',
      probe: headVoices,
      expect: [isNoServerError],
      fault: 'head-with-500',
    },
    '405-lists-the-methods': {
      level: 'MUST',
      twin: 'voices.list/needs-no-token',
      probe: deleteVoices,
      expect: [allowsWhere405],
      fault: 'method-405-without-allow',
    },
    'unknown-path-is-refused-in-kind': {
      level: 'SHOULD',
      twin: 'voices.list/needs-no-token',
      probe: unknownPath,
      expect: [isRefusal, hasErrorEnvelope],
      fault: 'unknown-path-html',
    },
  },
  observations: {
    'wrong-method-status': {
      says: 'Status codes other than 402, and which condition yields which: not shown',
      probe: deleteVoices,
      see: statusSeen,
    },
  },
});
