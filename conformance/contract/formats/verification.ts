import { Type } from 'typebox';
import {
  boolean,
  count,
  list,
  object,
  optional,
  partOf,
  text,
  texts,
  time,
  enumOf,
  type Format,
  type Of,
} from './parts.ts';
import type { Claims } from './certificate.ts';
import { riskOfBuild } from './false-alarms.ts';
import { level } from './finding.ts';
import { tool } from './run.ts';
import { statusIs } from './status.ts';

const basis = object({
  basis: enumOf(
    ['attested', 'recomputed', 'asserted', 'notCovered'],
    'attested: somebody but the signer, or the signature, vouches for it; recomputed: it was worked out anew here; asserted: nothing but the word of the signer; notCovered: the certificate says nothing of it.',
  ),
  what: text(),
  by: optional(text('Who attests it.')),
  says: text(),
});
/** What a part of a certificate rests on. */
export type Basis = Of<typeof basis>;

const selfTestScore = object(
  'With --deep: what this build finds of the faults. Absent where other reasons come first.',
  {
    tool,
    faults: count('Planted faults that the checks of the profile name; each counts once.'),
    found: count('Faults with which every check that names them fails.'),
    missed: texts('Faults with which a check that names them passes.'),
    silent: texts('Faults with which a check that names them comes to no verdict.'),
    void: texts('Faults that prove nothing, since a check that names them does not pass on the valid service.'),
    accusations: texts('MUST checks that fail on the valid service.'),
  },
);
/** How many planted faults a build finds. */
export type SelfTestScore = Of<typeof selfTestScore>;

const reading = object('How the requirement set that the certificate names differs from that of this build.', {
  notScored: texts('Checks of the profile that came later, so that the certificate says nothing of them.'),
  levelChanged: list(
    object({ check: text(), was: level, is: level }),
    'Checks that it was judged by at a level that they do not have any more.',
  ),
  withdrawn: texts('Checks that it was judged by, and that this build does not have any more.'),
});
/** How a certificate of another release is to be read. */
export type SetReading = Of<typeof reading>;

const stamp = object({
  at: time('When the authority says that it made it.'),
  by: text('The name in the certificate of the authority.'),
  trusted: boolean('Whether a certificate of --timestamp-ca vouches for the authority.'),
  until: time('Until when the certificate of the authority is valid; a stamp that was made by then keeps its worth.'),
});

const stamps = object('Timestamps (RFC 3161): before the run, and over the certificate. Absent where it has none.', {
  opened: stamp,
  certified: stamp,
});
/** When a certificate was made, as an authority says. */
export type Stamps = Of<typeof stamps>;

const verification = object({
  schema: Type.Literal('assay.verification/1'),
  tool,
  at: time('The time by which validity was judged.'),
  state: enumOf(['valid', 'refused', 'inconclusive']),
  exitCode: enumOf([0, 1, 2]),
  witness: optional(
    enumOf(
      ['selfAttested', 'challenged', 'challengeNotGiven'],
      'challenged: it answers the challenge that was given to verify; challengeNotGiven: it names one, which was not given. Absent where the certificate is not valid.',
    ),
  ),
  keyId: optional(text('SHA-256 of the public key that signed it.')),
  claims: optional(partOf<Claims>('certificate#/$defs/claims')),
  selfTest: optional(selfTestScore),
  requirements: optional(reading),
  stamps: optional(stamps),
  risk: optional(riskOfBuild),
  status: optional(
    object('With --status: what the status list says of it, and when that was made.', {
      is: statusIs,
      because: text(),
      since: time(),
      issuedAt: time(),
    }),
  ),
  problems: list(
    object({
      code: enumOf([1, 2], '1: it is not what it claims; 2: this build cannot judge it.'),
      says: text(),
    }),
  ),
  basis: list(basis, 'What a valid certificate rests on; empty for any other.'),
});
/** What `verify --json` prints. */
export type VerificationResult = Of<typeof verification>;

export const verificationFormat: Format = {
  name: 'verification',
  title: 'What came of verifying a certificate',
  description: 'What assay verify --json prints: the verdict, its reasons, and what each part of it rests on.',
  form: verification,
  parts: { tool, stamp },
};
