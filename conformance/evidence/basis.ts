import type { ListedStatus } from '../contract/formats/status.ts';
import type { Basis, SetReading, Stamps } from '../contract/formats/verification.ts';
import type { Finding, Run } from '../model/run.ts';
import { conditionRows } from './basis-conditions.ts';
import type { Drawn } from './challenge.ts';
import type { Claims } from './statement.ts';

export type { Basis };

/** A certificate that was verified without a problem. */
type Verified = {
  readonly claims: Claims;
  readonly keyId: string;
  readonly run: Run;
  readonly drawn: Drawn;
  /** Every check of this build. */
  readonly all: readonly { readonly id: string }[];
  /** Whether the verifier gave the challenge that the certificate answers. */
  readonly isOwnChallenge: boolean;
  /** How its requirement set differs from that of this build, which is another version than the one that made it. */
  readonly reading: SetReading;
  readonly version: string;
  /** When it was made, by a timestamp authority. */
  readonly stamps?: Stamps | undefined;
};

/** What a valid certificate rests on, attested facts first. Parts that it lacks are left out. */
export function basisOf(verified: Verified): readonly Basis[] {
  return [...attested(verified), ...recomputed(verified), ...asserted(verified), ...notCovered(verified)];
}

function attested({ keyId, claims, drawn, isOwnChallenge, stamps }: Verified): readonly Basis[] {
  const signed: Basis = {
    basis: 'attested',
    what: 'signature',
    by: `the key ${keyId}`,
    says: 'the record and the claims are as they were signed',
  };
  const times = stamps === undefined ? [] : stampRows(stamps, drawn, true);
  if (claims.challenge === undefined || !isOwnChallenge) return [signed, ...times];
  const says = `the run was drawn from your challenge: ${drawn.requests} of ${drawn.exchanges} requests carry a word drawn from it, and ${drawn.answers} answers repeat one; older answers could stand here only if they were edited`;
  return [signed, { basis: 'attested', what: 'challenge', by: 'you, who gave it', says }, ...times];
}

/** What the stamps bound: the rows that an authority attests, or those that nobody does. */
function stampRows({ opened, certified }: Stamps, drawn: Drawn, isAttested: boolean): readonly Basis[] {
  const bounds = `${drawn.requests} of ${drawn.exchanges} requests carry a word drawn from the stamp of ${opened.at}, so that they are not older`;
  const rows = [
    { what: 'not before', stamp: opened, says: bounds, isBound: drawn.requests > 0 },
    { what: 'not after', stamp: certified, says: `the certificate existed at ${certified.at}`, isBound: true },
  ];
  return rows.flatMap(({ what, stamp, says, isBound }): readonly Basis[] => {
    if ((stamp.trusted && isBound) !== isAttested) return [];
    if (isAttested) return [{ basis: 'attested', what, by: `the timestamp authority ${stamp.by}`, says }];
    const why = stamp.trusted
      ? 'no request carries a word drawn from the stamp'
      : `that ${stamp.by} is a timestamp authority to rely on: give its certificate (--timestamp-ca)`;
    return [
      row(
        'asserted',
        what,
        isBound ? `${says}, and ${why}` : `that the answers are not older than ${stamp.at}: ${why}`,
      ),
    ];
  });
}

function recomputed({ claims, run, drawn }: Verified): readonly Basis[] {
  const stamped = claims.opening === undefined ? '' : ' and the timestamp over it';
  const opening = claims.challenge ?? claims.opening;
  const from =
    opening === undefined
      ? `the seed ${run.seed}`
      : `the ${claims.challenge === undefined ? 'opening' : 'challenge'} ${opening}${stamped}`;
  return [
    row('recomputed', 'findings', `${run.findings.length} verdicts, from ${drawn.exchanges} recorded exchanges`),
    row(
      'recomputed',
      'requests',
      `each that is recorded, whatever asked for it, is byte by byte one that this build makes from ${from}`,
    ),
    row('recomputed', 'counts', 'results, levels and controls, from the findings'),
    row(
      'recomputed',
      'requirements',
      `levels and titles, by the requirement set of assay ${claims.requirements.release}`,
    ),
    ...(claims.load === undefined
      ? []
      : [
          row(
            'recomputed',
            'load',
            'its figures but for those that the instrument has of itself, and what came of its bounds, from its records',
          ),
        ]),
  ];
}

function asserted({ claims, run, drawn, isOwnChallenge, version, stamps }: Verified): readonly Basis[] {
  const { challenge, target, knownFailures, selfTest } = claims;
  const took = `that ${target} gave these answers, between ${run.startedAt} and ${run.endedAt}: whoever has the key could have invented them`;
  const named = `that the challenge ${challenge ?? ''} was given before the run: ask who gave it, or give it to verify if it was you`;
  return [
    row('asserted', 'exchanges', took),
    ...(stamps === undefined ? [] : stampRows(stamps, drawn, false)),
    ...(challenge === undefined || isOwnChallenge ? [] : [row('asserted', 'challenge', named)]),
    row('asserted', 'self-test', `that the build found ${selfTest.found} of ${selfTest.faults} faults`),
    ...(claims.tool.version === version
      ? []
      : [
          row(
            'asserted',
            'wording',
            `the words of the findings, causes and observations, as assay ${claims.tool.version} put them`,
          ),
        ]),
    row('asserted', 'secrets', 'that each placeholder stands for the token or workspace that it names'),
    row('asserted', 'plan', 'which tokens were given, the most that the run could cost, and its label'),
    ...(knownFailures.length === 0
      ? []
      : [row('asserted', 'known failures', `why they are accepted: ${knownFailures.length}`)]),
    ...(claims.load === undefined
      ? []
      : [row('asserted', 'load records', 'that the load run took place, and what its instrument says of itself')]),
  ];
}

function notCovered({ claims, run, all, reading }: Verified): readonly Basis[] {
  const judged = new Set(run.findings.map(({ check }) => check));
  const later = new Set(reading.notScored);
  const outside = all.filter(({ id }) => !judged.has(id) && !later.has(id));
  const beyond = `the profile ${claims.profile} leaves out ${outside.length} of the ${all.length} checks of this build`;
  return [
    ...laterChecks(reading, claims),
    ...(outside.length === 0 ? [] : [row('notCovered', 'other checks', beyond)]),
    ...notJudged(run, 'notApplicable', 'not applicable'),
    ...notJudged(run, 'inconclusive', 'inconclusive'),
    ...(claims.strict === false ? [notDeciding(run, 'HTTP')] : []),
    ...(claims.strict === true ? [] : [notDeciding(run, 'SHOULD')]),
    ...loadNotCovered(claims),
    ...conditionRows(run),
    ...(claims.opening === undefined
      ? []
      : [row('notCovered', 'revocation', 'whether the certificate of a timestamp authority was revoked')]),
    row('notCovered', 'status', `whether it still holds after ${claims.judgedAt}: give a status list (--status)`),
  ];
}

function loadNotCovered({ load, judgedAt }: Claims): readonly Basis[] {
  if (load === undefined) return [row('notCovered', 'load', 'how the service behaves under load')];
  const says = 'whether the figures under load are good enough: the load run had no SLO';
  const between = `whether the service changed between its load run, begun at ${load.startedAt}, and its checks, judged at ${judgedAt}`;
  return [
    ...(load.bounds === undefined ? [row('notCovered', 'load bounds', says)] : []),
    row('notCovered', 'load time', between),
  ];
}

/** Replaces the row that says nothing of the status by the one from a status list. */
export function withStatusRow(basis: readonly Basis[], { is, because, since }: ListedStatus): readonly Basis[] {
  const rows = basis.filter(({ what }) => what !== 'status');
  const after = rows.findLastIndex((each) => each.basis === 'attested') + 1;
  const says = `it is ${is} since ${since}: ${because}`;
  return rows.toSpliced(after, 0, { basis: 'attested', what: 'status', by: 'whoever signed the status list', says });
}

const mostNamed = 3;

/** Checks that the release of the certificate did not have, and checks that have another level now. */
function laterChecks({ notScored, levelChanged }: SetReading, { requirements: { release } }: Claims): readonly Basis[] {
  const changes = levelChanged.map(({ check, was, is }) => `${check} (${was}, now ${is})`);
  return [
    ...(notScored.length === 0
      ? []
      : [
          row(
            'notCovered',
            'not scored',
            `${notScored.length} checks came after assay ${release}: ${shortList(notScored)}`,
          ),
        ]),
    ...(changes.length === 0
      ? []
      : [
          row(
            'notCovered',
            'other levels',
            `judged at the level that they had in assay ${release}: ${shortList(changes)}`,
          ),
        ]),
  ];
}

/** The first names, and how many more there are. */
export function shortList(names: readonly string[]): string {
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return `${names.slice(0, mostNamed).join(', ')}${more}`;
}

function notJudged({ findings }: Run, is: Finding['verdict']['is'], what: string): readonly Basis[] {
  const of = findings.filter(({ verdict }) => verdict.is === is).map(({ check }) => check);
  if (of.length === 0) return [];
  return [row('notCovered', what, shortList(of))];
}

/** A row for a level whose failures a certificate counts but that prevents none. */
function notDeciding({ countsByLevel }: Run, level: 'HTTP' | 'SHOULD'): Basis {
  const { fail } = countsByLevel[level];
  return row('notCovered', level, `its failures are counted and prevent no certificate: ${fail} here`);
}

function row(basis: Basis['basis'], what: string, says: string): Basis {
  return { basis, what, says };
}
