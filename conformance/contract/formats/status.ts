import { Type } from 'typebox';
import {
  count,
  nonEmptyList,
  list,
  object,
  optional,
  text,
  texts,
  time,
  enumOf,
  type Format,
  type Of,
} from './parts.ts';
import { sha256, tool } from './run.ts';

export const statusIs = enumOf(
  ['active', 'degraded', 'expired', 'revoked'],
  'active: confirmed when it was last checked; degraded: it could not be checked, for no longer than its grace; expired: its time, or its grace, is over; revoked: it is not true any more, and never will be again.',
);
/** What a certificate is worth now. */
export type StatusIs = Of<typeof statusIs>;

const change = object({
  at: time(),
  is: statusIs,
  because: text(),
  rechecked: optional(
    object({
      passed: count('Checks that passed again.'),
      of: count('MUST checks that the certificate scored.'),
      failed: texts('MUST checks that failed.'),
      inconclusive: texts('MUST checks that came to no verdict.'),
    }),
  ),
});
/** The result of a certificate at a time. */
export type StatusChange = Of<typeof change>;

const entry = object({
  certificate: { ...sha256, description: 'SHA-256 of certificate.json.' },
  target: text(),
  profile: text(),
  notAfter: time(),
  is: statusIs,
  because: text(),
  since: time('Since when it is what it is.'),
  graceUntil: optional(time('Until when it may be degraded.')),
  history: nonEmptyList(change, 'The latest 400 checks of it, the oldest first.'),
});
/** The status of one certificate. */
export type StatusEntry = Of<typeof entry>;

/** What a list says of a certificate at a time, and when the list was made. */
export type ListedStatus = Pick<StatusEntry, 'is' | 'because' | 'since' | 'history'> & { readonly issuedAt: string };

const status = object({
  schema: Type.Literal('assay.status/1'),
  tool,
  issuedAt: time(),
  nextUpdate: time('When a newer list is due: an older one may hide what happened since.'),
  certificates: list(entry),
});
/** What certificates are worth, according to the keeper of the list. */
export type StatusList = Of<typeof status>;

export const statusFormat: Format = {
  name: 'status',
  title: 'A status list',
  description:
    'What status.json holds in its DSSE envelope: the certificates of a registry, each active, degraded, expired or revoked, and why.',
  form: status,
  parts: { is: statusIs, change, entry, sha256, tool },
};
