import { evidenceFiles, isBundleFile } from './bundle.ts';
import { amount, bool, list, object, text, time, value, type Shape } from './shape.ts';
import { predicateType, statementType, type Statement } from './statement.ts';
import { parsedJson } from '../reading/parsed-json.ts';

const sha256: Shape<string> = (each): each is string => text(each) && /^[0-9a-f]{64}$/.test(each);
const described = object({ name: text, digest: object({ sha256 }) });

const counts = object({ pass: amount, fail: amount, inconclusive: amount, notApplicable: amount });

const isStatement: Shape<Statement> = object({
  _type: value(statementType),
  subject: list(described),
  predicateType: value(predicateType),
  predicate: object({
    result: value('PASSED', 'WARNED'),
    configuration: list(described),
    passedTests: list(text),
    warnedTests: list(text),
    failedTests: list(text),
    assay: object(
      {
        schema: value('assay.certificate/1'),
        target: text,
        embedded: bool,
        document: object({ title: text, sha256 }),
        profile: text,
        strict: value(true, false, 'http'),
        counts,
        countsByLevel: object({ MUST: counts, HTTP: counts, SHOULD: counts }),
        controls: object({ seen: amount }),
        tool: object({ name: value('assay'), version: text }),
        judgedAt: time,
        validity: object({ notBefore: time, notAfter: time }),
        knownFailures: list(object({ check: text, reason: text, expires: text })),
        selfTest: object({ faults: amount, found: amount }),
      },
      { load: object({ scenario: text, startedAt: text }) },
    ),
  }),
});

type StatementRead =
  | { readonly is: 'read'; readonly statement: Statement }
  | { readonly is: 'unreadable'; readonly because: string };

/** The statement in a payload whose signature was right. It has one spelling only: a name that stands there twice is none. */
export function readStatement(payload: Uint8Array): StatementRead {
  const unreadable = (because: string): StatementRead => ({ is: 'unreadable', because });
  const json = Buffer.from(payload).toString('utf8');
  const statement = parsedJson(json);
  if (!isStatement(statement))
    return unreadable('what is signed is not a certificate as this version of assay writes it');
  if (JSON.stringify(statement) !== json) return unreadable('what is signed is not spelled as assay writes it');
  const names = statement.subject.map(({ name }) => name);
  const strange = names.find((name, at) => !isBundleFile(name) || names.indexOf(name) !== at);
  if (strange !== undefined) return unreadable(`it names ${JSON.stringify(strange)}, twice or as no bundle does`);
  const needed = [...evidenceFiles, ...(names.includes('load.json') ? (['requests.ndjson'] as const) : [])];
  const lacking = needed.find((name) => !names.includes(name));
  return lacking === undefined ? { is: 'read', statement } : unreadable(`it does not name ${lacking}`);
}
