import { credentialNames } from '../model/credentials.ts';
import type { Finding, Run, RunHeader } from '../engine/run/run.ts';
import type { Observed } from '../engine/run/observed.ts';
import { amount, atLeast, bool, either, list, text, time, value, type Shape } from './shape.ts';
import { day, texts } from './shapes.ts';

/** A number of a section, which pages are ordered by. */
const clause: Shape<string> = (each): each is string => text(each) && /^\d+(\.\d+)*$/.test(each);
const level = value('MUST', 'HTTP', 'SHOULD');
const spend = atLeast({ chats: amount, speeches: amount, credits: amount });
const counts = atLeast({ pass: amount, fail: amount, inconclusive: amount, notApplicable: amount });
const known = { check: text, reason: text, expires: day };

const header = {
  schema: value('assay.run/1'),
  command: value('check', 'fuzz'),
  tool: atLeast({ name: value('assay'), version: text }),
  document: atLeast({ title: text, sha256: text }),
  target: text,
  embedded: bool,
  strict: value(true, false, 'http'),
  seed: amount,
  startedAt: time,
  plan: atLeast({ checks: list(text), atMost: spend }),
};
const maybeInHeader = {
  require: text,
  given: atLeast(
    { credentials: list(value(...credentialNames)), headers: list(text) },
    { bot: text, otherBot: text, unanswered: text, tokenFlaw: text, otherTokenFlaw: text },
  ),
  pauses: list(atLeast({ from: time, to: time })),
  knownFailures: list(atLeast(known)),
  dialect: texts,
};

/** The first line of `findings.ndjson`, of any run. */
export const isRunHeader: Shape<RunHeader> = atLeast(header, maybeInHeader);

const verdict = either(
  atLeast({ is: value('pass') }),
  atLeast({ is: value('fail', 'inconclusive', 'notApplicable'), because: text }),
);
const mismatch = atLeast(
  { subject: text, expected: text, observed: text },
  { reference: text, range: atLeast({ exchange: text, at: amount, bytes: amount }), exchange: text },
);
const finding = {
  check: text,
  clause,
  also: list(text),
  level,
  title: text,
  requirement: text,
  verdict,
  mismatches: list(mismatch),
  exchanges: list(text),
  reproduce: text,
};
const maybeInFinding = {
  doneBy: list(text),
  controls: list(text),
  reproduces: text,
  defect: text,
  unreached: value('time', 'storage'),
};

/** Any further line of it. */
export const isFinding = atLeast(finding, maybeInFinding) as Shape<Finding>;

const observed: Shape<Observed> = atLeast({ id: text, clause: text, says: text, value: text }, { defect: text });
const knownFailure = atLeast({ is: value('known', 'stale', 'expired', 'inconclusive'), reason: text, expires: day });

/** `run.json`. */
export const isRun = atLeast(
  {
    ...header,
    complete: bool,
    endedAt: time,
    spend,
    counts,
    countsByLevel: atLeast({ MUST: counts, HTTP: counts, SHOULD: counts }),
    exitCode: amount,
    observations: list(observed),
    findings: list(atLeast(finding, { ...maybeInFinding, knownFailure })),
  },
  {
    ...maybeInHeader,
    spendIsPartial: value(true),
    goesOn: value(true),
    tokenEnded: atLeast({ acceptedUntil: time, refusedSince: time, because: text }),
    drift: list(atLeast({ id: text, clause: text, says: text, was: text, now: text })),
  },
) as Shape<Run>;
