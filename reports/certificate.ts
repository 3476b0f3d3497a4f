import type { Claims } from '../conformance/evidence/statement.ts';
import type { Problem } from '../conformance/evidence/problem.ts';
import type { Run } from '../conformance/model/run.ts';
import type {
  Basis,
  SelfTestScore,
  SetReading,
  Stamps,
  VerificationResult,
} from '../conformance/contract/formats/verification.ts';
import type { Risk } from '../conformance/contract/formats/false-alarms.ts';
import type { ListedStatus } from '../conformance/contract/formats/status.ts';
import { conditionsText } from './check/scope/conditions.ts';
import { riskSentences } from './false-alarm.ts';
import { painter, type TerminalStyle } from './text/paint.ts';
import { truncate, escapeControls } from './text/visible.ts';
import { pluralize, timeText } from './text/format.ts';

/** What is known of a verified bundle: without problems it is what it claims to be. */
export type VerifiedBundle = {
  readonly path: string;
  readonly at: string;
  readonly problems: readonly Problem[];
  readonly claims?: Claims;
  readonly keyId?: string;
  readonly run?: Run;
  /** The challenge that the verifier gave. */
  readonly challenge?: string | undefined;
  /** With `--deep`: how many planted faults this build finds. */
  readonly selfTest?: SelfTestScore;
  /** How the requirement set of a valid bundle differs from that of this build. */
  readonly requirements?: SetReading;
  /** Its status in a status list. */
  readonly status?: ListedStatus;
  /** When a valid bundle was made, by a timestamp authority. */
  readonly stamps?: Stamps;
  /** How often the build that verified it accuses a valid service. */
  readonly risk?: Risk;
  /** The evidence behind a valid certificate. */
  readonly basis?: readonly Basis[];
};

export type CertificateState = 'valid' | 'refused' | 'inconclusive';

export function stateOf({ problems }: Pick<VerifiedBundle, 'problems'>): CertificateState {
  if (problems.some(({ code }) => code === 1)) return 'refused';
  return problems.length > 0 ? 'inconclusive' : 'valid';
}

/** True for a valid certificate of a real implementation: certificates of the embedded service are for tests only. */
export function isCertified(bundle: Pick<VerifiedBundle, 'problems' | 'claims'>): boolean {
  return stateOf(bundle) === 'valid' && bundle.claims?.embedded === false;
}

export const stateWords: Readonly<Record<CertificateState, string>> = {
  valid: 'Valid certificate',
  refused: 'Not valid',
  inconclusive: 'Cannot be judged',
};

const marks = { valid: '✓', refused: '✗', inconclusive: '?' } as const;
const paints = { valid: 'green', refused: 'red', inconclusive: 'yellow' } as const;

const mostShown = 20;
const longestLine = 600;

/** The output of `verify`: what the certificate says, its problems, and the verdict last. */
export function certificateText(bundle: VerifiedBundle, style: TerminalStyle): string {
  const { problems, claims, keyId, path } = bundle;
  const state = stateOf(bundle);
  const paint = painter(style);
  const more = problems.length - mostShown;
  return [
    `verify: ${escapeControls(path)}`,
    ...(keyId === undefined ? [] : [`signed with the key ${keyId}`]),
    ...(claims === undefined
      ? []
      : claimLines(claims).map(([name, says]) => `${name.padEnd(11)} ${truncate(escapeControls(says), longestLine)}`)),
    ...conditionLines(bundle),
    ...scoreLines(bundle),
    ...statusLines(bundle),
    ...witnessLines(bundle),
    ...riskLines(bundle),
    ...(claims?.embedded === true ? ['', paint('yellow', embeddedWarning)] : []),
    ...(problems.length === 0 ? [] : ['']),
    ...problems.slice(0, mostShown).map(({ code, says }) => {
      const of = code === 1 ? 'refused' : 'inconclusive';
      return `${paint(paints[of], marks[of])} ${truncate(escapeControls(says), longestLine)}`;
    }),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...basisLines(bundle.basis ?? []),
    '',
    `${paint(paints[state], `${marks[state]} ${stateWords[state]}`)}${endingOf(bundle, state)}`,
  ].join('\n');
}

function conditionLines({ run }: VerifiedBundle): readonly string[] {
  const says = run && conditionsText(run);
  return says === undefined ? [] : [`${'conditions'.padEnd(11)} ${truncate(escapeControls(says), longestLine)}`];
}

function statusLines({ status }: VerifiedBundle): readonly string[] {
  return status === undefined
    ? []
    : [`${'status'.padEnd(11)} ${truncate(escapeControls(statusText(status)), longestLine)}`];
}

/** `active since 2026-…: 40 of 42 MUST checks passed again (list of …)`. */
function statusText({ is, because, since, issuedAt }: ListedStatus): string {
  return `${is} since ${timeText(since)}: ${because} (list of ${timeText(issuedAt)})`;
}

function listed({ is, because, since, issuedAt }: ListedStatus): NonNullable<VerificationResult['status']> {
  return { is, because, since, issuedAt };
}

function scoreLines({ selfTest }: VerifiedBundle): readonly string[] {
  if (selfTest === undefined) return [];
  const { faults, found, missed, silent, void: proving } = selfTest;
  const rest = `${missed.length} missed, ${silent.length} inconclusive, ${proving.length} failing without the fault too`;
  return [`${'recomputed'.padEnd(11)} this build finds ${found} of ${pluralize(faults, 'fault')}: ${rest}`];
}

function witnessLines(bundle: VerifiedBundle): readonly string[] {
  const witness = witnessOf(bundle);
  if (witness === undefined) return [];
  const times = stampsText(bundle);
  return [
    `${'witness'.padEnd(11)} ${witnessText(bundle)}`,
    ...(times === undefined ? [] : [`${'timestamps'.padEnd(11)} ${truncate(escapeControls(times), longestLine)}`]),
  ];
}

function riskLines({ risk }: VerifiedBundle): readonly string[] {
  if (risk === undefined) return [];
  return riskSentences(risk).map((says, at) => `${(at === 0 ? 'false alarm' : '').padEnd(11)} ${says}`);
}

/** The witness, beside the signer, that the exchanges took place; undefined where the certificate is not valid. */
function witnessOf(bundle: VerifiedBundle): VerificationResult['witness'] {
  if (stateOf(bundle) !== 'valid' || bundle.claims === undefined) return undefined;
  if (bundle.claims.challenge === undefined) return 'selfAttested';
  return bundle.challenge === bundle.claims.challenge ? 'challenged' : 'challengeNotGiven';
}

/** The witness of a valid certificate in words. */
export function witnessText(bundle: VerifiedBundle): string {
  const named = bundle.claims?.challenge ?? '';
  return {
    selfAttested: 'nobody but the signer says that the exchanges took place (self-attested)',
    challenged: `you: the run was drawn from the challenge that you gave, ${named}`,
    challengeNotGiven: `not known: it names the challenge ${named}; if you gave it, verify with --challenge ${named}`,
  }[witnessOf(bundle) ?? 'selfAttested'];
}

/** When a valid certificate was made, and by which authority; undefined without timestamps. */
export function stampsText({ stamps, at }: Pick<VerifiedBundle, 'stamps' | 'at'>): string | undefined {
  if (stamps === undefined) return undefined;
  const { opened, certified } = stamps;
  const by = opened.by === certified.by ? opened.by : `${opened.by} and ${certified.by}`;
  const isTrusted = opened.trusted && certified.trusted;
  const times = `between ${timeText(opened.at)} and ${timeText(certified.at)}, by ${by}`;
  const over = [opened, certified].some(({ until }) => until < at) ? '; its certificate has expired since' : '';
  return isTrusted ? `${times}${over}` : `${times}, for which you gave no certificate (--timestamp-ca)${over}`;
}

/** The names of the kinds of evidence. */
export const basisWords: Readonly<Record<Basis['basis'], string>> = {
  attested: 'attested',
  recomputed: 'recomputed here',
  asserted: 'only asserted',
  notCovered: 'not covered',
};

function basisLines(basis: readonly Basis[]): readonly string[] {
  const lines = basis.map((each) => {
    const [kind, what] = [basisWords[each.basis].padEnd(16), each.what.padEnd(14)];
    return `${kind}${what} ${truncate(escapeControls(basisText(each)), longestLine)}`;
  });
  return lines.length === 0 ? [] : ['', 'What it rests on:', ...lines];
}

export function basisText({ by, says }: Basis): string {
  return by === undefined ? says : `by ${by}: ${says}`;
}

/** The output of `verify --json`. */
export function verificationOf(bundle: VerifiedBundle, tool: VerificationResult['tool']): VerificationResult {
  const { problems, claims, keyId, at, selfTest, requirements, stamps, risk, status, basis = [] } = bundle;
  const witness = witnessOf(bundle);
  const state = stateOf(bundle);
  return {
    schema: 'assay.verification/1',
    tool,
    at,
    state,
    exitCode: { valid: 0, refused: 1, inconclusive: 2 }[state] as VerificationResult['exitCode'],
    ...(witness === undefined ? {} : { witness }),
    ...(keyId === undefined ? {} : { keyId }),
    ...(claims === undefined ? {} : { claims }),
    ...(selfTest === undefined ? {} : { selfTest }),
    ...(requirements === undefined ? {} : { requirements }),
    ...(stamps === undefined ? {} : { stamps }),
    ...(risk === undefined ? {} : { risk }),
    ...(status === undefined ? {} : { status: listed(status) }),
    problems,
    basis,
  };
}

const embeddedWarning = '! FOR TESTS ONLY: the target was assay’s own reference service';

/** The content of a certificate, in the order in which readers look for it. */
export function claimLines(claims: Claims): readonly (readonly [name: string, says: string])[] {
  const { target, profile, document, requirements, tool, judgedAt, validity, knownFailures, selfTest, load } = claims;
  return [
    ['target', target],
    ['profile', `${profile}: ${countsText(claims)}`],
    ['policy', policyText(claims)],
    ...levelLines(claims),
    ['controls', controlsText(claims)],
    ['document', `${document.title} (sha256 ${document.sha256.slice(0, 12)}…)`],
    [
      'set',
      `judged by the checks and levels of assay ${requirements.release}, its requirement set (sha256 ${requirements.sha256.slice(0, 12)}…)`,
    ],
    ['judged', `${timeText(judgedAt)} by assay ${tool.version}`],
    ['valid', `${timeText(validity.notBefore)} to ${timeText(validity.notAfter)}`],
    ['self-test', `found ${selfTest.found} of ${pluralize(selfTest.faults, 'fault')}, as the signer says`],
    ...knownFailures.map(
      ({ check, reason, expires }) => ['KNOWN FAIL', `${check}: ${reason} (accepted until ${expires})`] as const,
    ),
    ...(load === undefined
      ? []
      : [['load', `${load.scenario}, begun ${timeText(load.startedAt)}${boundsText(load.bounds)}`] as const]),
  ];
}

function controlsText({ controls: { seen } }: Claims): string {
  return `${pluralize(seen, 'check')} that something is refused, or does not happen, passed; in each the run saw that it could be otherwise`;
}

/** The results of a load run's bounds, missed ones first. */
function boundsText(bounds: NonNullable<Claims['load']>['bounds'] = []): string {
  const order = ['violated', 'inconclusive', 'met'];
  const sorted = bounds.toSorted((a, b) => order.indexOf(a.is) - order.indexOf(b.is));
  return sorted
    .map((each) => `; ${each.metric} ${each.comparator} ${each.threshold} ${each.unit}`.trimEnd() + `: ${each.is}`)
    .join('');
}

/** The verdicts that would have prevented the certificate. */
function policyText({ strict, knownFailures }: Claims): string {
  const levels = { true: 'MUST, HTTP and SHOULD', http: 'MUST and HTTP', false: 'MUST' }[`${strict}`];
  const accepted = knownFailures.length;
  return `${levels} decide${levels === 'MUST' ? 's' : ''}, ${accepted === 0 ? 'no known failure is accepted' : `${pluralize(accepted, 'known failure')} accepted`}`;
}

/** Leaves out a level for which the profile has no check. */
function levelLines({ countsByLevel }: Claims): readonly (readonly [name: string, says: string])[] {
  return (['MUST', 'HTTP', 'SHOULD'] as const).flatMap((level) => {
    const { pass, fail, inconclusive, notApplicable } = countsByLevel[level];
    const total = pass + fail + inconclusive + notApplicable;
    const rest = [
      fail > 0 ? `${fail} failed` : '',
      inconclusive > 0 ? `${inconclusive} inconclusive` : '',
      notApplicable > 0 ? `${notApplicable} not applicable` : '',
    ].filter((part) => part !== '');
    return total === 0 ? [] : [[level, [`${pass} of ${total} passed`, ...rest].join(', ')] as const];
  });
}

export function countsText({ counts: { pass, fail, inconclusive, notApplicable } }: Pick<Claims, 'counts'>): string {
  return `${pass} passed, ${fail} failed, ${inconclusive} inconclusive, ${notApplicable} not applicable`;
}

function endingOf({ run, problems, claims }: VerifiedBundle, state: CertificateState): string {
  if (state !== 'valid') return `: ${pluralize(problems.length, 'reason')}`;
  const judged = pluralize(run?.findings.length ?? 0, 'finding');
  const accepted = claims?.knownFailures.length ?? 0;
  const but = accepted === 0 ? '' : `, with ${pluralize(accepted, 'known failure')}`;
  return `${but}: ${judged} judged again from the recorded exchanges, all with the same verdict`;
}
