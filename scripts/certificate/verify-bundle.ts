import type { KeyObject, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { basisOf, type Basis } from '../../conformance/evidence/basis.ts';
import { challengeFlaw, otherChallenge } from '../../conformance/evidence/challenge.ts';
import { certificateFile, certifiedFile, type evidenceFiles } from '../../conformance/evidence/bundle.ts';
import { openEnvelope } from '../../conformance/evidence/dsse.ts';
import { evidenceFrom } from '../../conformance/evidence/evidence.ts';
import { examine, type Build } from '../../conformance/evidence/examine.ts';
import type { Problem } from '../../conformance/evidence/problem.ts';
import { setNamed, readingOf } from '../../conformance/evidence/requirements.ts';
import { readStatement } from '../../conformance/evidence/read-statement.ts';
import type { SelfTestScore } from '../../conformance/evidence/self-test-score.ts';
import type { SetReading, Stamps } from '../../conformance/contract/formats/verification.ts';
import { selectChecks } from '../../conformance/model/select.ts';
import {
  statementFor,
  validityFlaw,
  type Claims,
  type FileDigest,
  type Statement,
} from '../../conformance/evidence/statement.ts';
import type { Run } from '../../conformance/model/run.ts';
import { everyCheck as checks } from '../../conformance/every.ts';
import { knownFaults } from '../content/known-faults.ts';
import { observations } from '../content/observation.ts';
import { readDocument } from '../package/document.ts';
import { requirementSets } from '../package/requirement-sets.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readJson } from '../reading/read-json.ts';
import { readJsonLines } from '../reading/read-json-lines.ts';
import { certificateText, digestOf, listBundle } from './read-bundle.ts';
import { withinReadBounds } from './within-read-bounds.ts';
import { loadProblems } from './verify-load.ts';
import { openingFlaw, seedOfOpeningStamp, stampsOf } from './verify-stamps.ts';
import { version } from '../package/version.ts';

/** The result of verifying a bundle. Without problems it is what it claims to be. */
export type Verification = {
  readonly problems: readonly Problem[];
  /** What the certificate says; present once its signature was verified. */
  readonly claims?: Claims;
  readonly keyId?: string;
  /** The run, judged again. */
  readonly run?: Run;
  /** With `--deep`: how many planted faults this build finds. */
  readonly selfTest?: SelfTestScore;
  /** How its requirement set differs from that of this build. */
  readonly requirements?: SetReading;
  /** When the bundle was made, by a timestamp authority. */
  readonly stamps?: Stamps;
  /** The evidence behind a certificate without problems. */
  readonly basis?: readonly Basis[];
};

/** Additional requirements of the verifier. */
type VerifierRequirements = {
  /** The verifier's challenge, which the certificate has to answer. */
  readonly challenge?: string | undefined;
  /** Timestamp authorities that the verifier trusts: one of them must have stamped the certificate. */
  readonly authorities?: readonly X509Certificate[] | undefined;
  readonly build?: Build;
};

/**
 * Verifies signature, files and validity, then judges every finding anew. Sends and writes nothing, and opens only the
 * files of the bundle.
 */
export async function verifyBundle(
  path: string,
  key: KeyObject,
  at: Date,
  { challenge, authorities, build = thisBuild() }: VerifierRequirements = {},
): Promise<Verification> {
  const sealedAs = await openBundle(path, key);
  if (!('statement' in sealedAs)) return sealedAs;
  const { statement, keyId } = sealedAs;
  const claims = statement.predicate.assay;
  const evidence = evidenceIn(path);
  const late = validityProblems(claims, at);
  if ('problems' in evidence) return { claims, keyId, problems: [...late, ...evidence.problems] };
  const { run, problems, drawn } = await examine({ evidence, claimed: claims, build });
  if (run === undefined || drawn === undefined) return { claims, keyId, problems: [...late, ...problems] };
  const load = await loadProblems(path, statement);
  const wanted = statementFor({
    run,
    profile: claims.profile,
    requirements: claims.requirements,
    files: statement.subject.map(({ name, digest }) => ({ name, sha256: digest.sha256 })),
    selfTest: evidence.selfTest,
    validity: claims.validity,
    load: claims.load,
    opening: claims.opening,
    challenge: claims.challenge,
  });
  const said = JSON.stringify(wanted) === JSON.stringify(statement) ? [] : [otherClaims(statement, wanted)];
  const stamped = await stampsOf(path, statement, run, authorities);
  const flaws = [
    openingFlaw(statement, run.seed),
    validityFlaw(run, claims.validity),
    claims.challenge === undefined
      ? undefined
      : challengeFlaw(claims.challenge, run.seed, drawn, seedOfOpeningStamp(statement)),
    challenge === undefined ? undefined : otherChallenge(claims.challenge, challenge),
  ];
  const wrong = flaws.flatMap((says): readonly Problem[] => (says === undefined ? [] : [{ code: 1, says }]));
  const all = [...late, ...problems, ...load, ...stamped.problems, ...wrong, ...said];
  if (all.length > 0) return { claims, keyId, run, problems: all };
  const reading = readingIn(run, claims, build);
  const { stamps } = stamped;
  const own = { stamps, isOwnChallenge: challenge !== undefined, all: build.checks, version: build.version, reading };
  const basis = basisOf({ claims, keyId, run, drawn, ...own });
  return { claims, keyId, run, requirements: reading, ...(stamps && { stamps }), problems: [], basis };
}

function readingIn({ findings }: Run, { requirements, profile }: Claims, { sets, checks }: Build): SetReading {
  const set = setNamed(sets, requirements);
  const judged = new Set(findings.map(({ check }) => check));
  const inProfile = selectChecks(checks, { only: [], profile });
  return set === undefined
    ? { notScored: [], levelChanged: [], withdrawn: [] }
    : readingOf(
        set,
        checks.filter((check) => inProfile.includes(check) || judged.has(check.id)),
        judged,
      );
}

type Sealed = { readonly statement: Statement; readonly keyId: string };

/** The statement, if the key signed it and every file has its digest. This is cheap and detects any change. */
export async function openBundle(path: string, key: KeyObject): Promise<Sealed | Verification> {
  const problems = (...says: readonly string[]): Verification => ({
    problems: says.map((each) => ({ code: 1, says: each })),
  });
  const listed = listBundle(path);
  if (listed.is === 'refused') return problems(listed.because);
  const text = certificateText(path);
  if (text === undefined) return problems(`${certificateFile} is far too long to be a certificate`);
  const envelope = openEnvelope(text, key);
  if (envelope.is === 'refused') return problems(`${certificateFile}: ${envelope.because}`);
  const read = readStatement(envelope.payload);
  if (read.is === 'unreadable') return { problems: [{ code: 2, says: `${certificateFile}: ${read.because}` }] };
  const { statement } = read;
  const present = listed.names.filter((name) => name !== certificateFile && name !== certifiedFile);
  const digests = await Promise.all(present.map((name) => digestOf(path, name)));
  const wrong = fileProblems(statement, digests);
  return wrong.length > 0
    ? { ...problems(...wrong), claims: statement.predicate.assay, keyId: envelope.keyId }
    : { statement, keyId: envelope.keyId };
}

function fileProblems({ subject }: Statement, present: readonly FileDigest[]): readonly string[] {
  const named = new Map(subject.map(({ name, digest }) => [name, digest.sha256]));
  const there = new Map(present.map(({ name, sha256 }) => [name, sha256]));
  return [
    ...[...named.keys()]
      .filter((name) => !there.has(name))
      .map((name) => `${name} is missing: the certificate names it`),
    ...present
      .filter(({ name }) => !named.has(name))
      .map(({ name }) => `${name} is there, and the certificate does not name it`),
    ...present
      .filter(({ name, sha256 }) => named.has(name) && named.get(name) !== sha256)
      .map(({ name }) => `${name} was changed after it was signed: its digest is another`),
  ];
}

function validityProblems({ validity: { notBefore, notAfter } }: Claims, at: Date): readonly Problem[] {
  const now = at.toISOString();
  if (now < notBefore) return [{ code: 1, says: `it is not valid yet: it begins at ${notBefore}, and it is ${now}` }];
  if (now > notAfter) return [{ code: 1, says: `it has expired: it ended at ${notAfter}, and it is ${now}` }];
  return [];
}

type EvidenceHere = Extract<ReturnType<typeof evidenceFrom>, { is: 'read' }>['evidence'];

function evidenceIn(path: string): EvidenceHere | { readonly problems: readonly Problem[] } {
  const { findingsBytes } = fileBounds;
  const file = (name: (typeof evidenceFiles)[number]) => ({ path: join(path, name) });
  const read = withinReadBounds(path, () =>
    evidenceFrom({
      run: readJson(file('run.json')),
      findings: readJsonLines(file('findings.ndjson'), findingsBytes),
      exchanges: readJsonLines(file('exchanges.ndjson'), fileBounds.journalBytes),
      journalEntries: readJsonLines(file('journal.ndjson'), findingsBytes),
      selfTest: readJson(file('self-test.json')),
    }),
  );
  if ('code' in read) return { problems: [read] };
  return read.is === 'read' ? read.evidence : { problems: [{ code: 1, says: read.because }] };
}

/** Claims that another version may judge differently; the others are copied from the evidence. */
const judgedClaims = [
  'result',
  'passedTests',
  'warnedTests',
  'failedTests',
  'counts',
  'countsByLevel',
  'controls',
  'knownFailures',
];

function otherClaims(stored: Statement, wanted: Statement): Problem {
  const claimsIn = ({ predicate }: Statement): Readonly<Record<string, unknown>> => {
    const { assay, ...rest } = predicate;
    return { ...rest, ...assay };
  };
  const [was, now] = [claimsIn(stored), claimsIn(wanted)];
  const other = Object.keys(now).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(now[name]));
  const isJudged = other.every((name) => judgedClaims.includes(name)) && other.length > 0;
  const code = isJudged && stored.predicate.assay.tool.version !== version ? 2 : 1;
  const which = other.join(', ') || 'the order of its fields';
  return { code, says: `the certificate does not match its evidence: ${which}` };
}

/** The build that `verify` judges by. */
export function thisBuild(): Build {
  return { version, document: readDocument(), checks, observations, sets: requirementSets(), faults: knownFaults };
}
