import { Type } from 'typebox';
import { reasonFields } from './reason.ts';
import {
  count,
  nonEmptyList,
  nonEmptyText,
  flag,
  list,
  object,
  optional,
  partOf,
  text,
  texts,
  enumOf,
  type Format,
  type Of,
} from './parts.ts';

const clausePattern = '^[0-9]+(\\.[0-9]+)*$';
export const clause = Type.String({
  description: 'Number of a section of the interface document.',
  pattern: clausePattern,
});

export const level = enumOf(
  ['MUST', 'HTTP', 'SHOULD'],
  '`MUST`: the document settles it, or a standard does and the defect affects common clients or other users. `HTTP`: a standard settles it, and the defect affects only senders of what no common client sends. `SHOULD`: good practice.',
);
export type Level = Of<typeof level>;

export const day = Type.String({ description: 'The last day on which it is accepted, UTC.', format: 'date' });

const because = text();
export const verdict = Type.Union(
  [
    object({ is: Type.Literal('pass') }),
    object({ is: Type.Literal('fail'), because }),
    object({ is: Type.Literal('inconclusive', { description: 'It could not be judged.' }), ...reasonFields }),
    object({
      is: Type.Literal('notApplicable', { description: 'It does not apply to this run.' }),
      ...reasonFields,
    }),
  ],
  { description: '`because` is given unless the verdict is `pass`.' },
);
export type Verdict = Of<typeof verdict>;

const range = object('Where it is in the decoded body of an answer; only if that is known to the byte.', {
  exchange: text('Id of the exchange.'),
  at: count('Offset of its first byte.'),
  bytes: count(),
});
export type ByteRange = Of<typeof range>;

export const mismatch = object('One thing that differs from what is expected.', {
  subject: text('The part of the exchange that was judged.'),
  expected: text(),
  observed: text(),
  reference: optional(text('The standard that settles it, if the interface document does not.')),
  exchange: optional(text('Id of the exchange that shows it: of several that do, of the first.')),
  restsOn: optional(
    nonEmptyList(
      text(),
      'Ids of the other exchanges without which it shows nothing, those before it in their order: the one that told a word, the wrong tries behind which a right token is refused, the answer that it is compared with.',
    ),
  ),
  range: optional(range),
  answers: optional(
    object('Of a check that judges each answer of a kind in the run: how many those are.', {
      wrong: count('How many show it.'),
      judged: count(),
      comesAndGoes: flag('One same request was answered rightly at another time.'),
      which: optional(
        text(
          'The same in words, with what those have in common, such as `240 of 653 answers, all 240 of them to chats`. `observed` has it in brackets at its end, with the id of the first.',
        ),
      ),
    }),
  ),
  kind: optional(
    object(
      'If `subject` or `observed` says which of several answers it is of, or how many: the same without that. Failures of one kind are told by one cause. `due` is what the status had to be, in one word, and `uncovered` why it had to be a refusal.',
      {
        is: optional(
          enumOf(
            ['status', 'response', 'ending', 'length', 'audio', 'race'],
            'What is wrong, where failures are told apart by it: the `status`; that no `response` came; that an answer has no `ending`; the `length` of audio, or its bytes (`audio`); of uses at once, how many were covered (`race`).',
          ),
        ),
        subject: optional(text()),
        observed: optional(text()),
        due: optional(
          enumOf(
            ['success', '402', 'refusal', 'notServerError', 'response'],
            'What had to come: `success`, or beside it something else that is as good here; `402`, of a use that is covered by nothing; `refusal`, any 4xx; `notServerError`, any but 5xx; `response`, any at all.',
          ),
        ),
        uncovered: optional(
          text('Of a use that nothing in its plan covers: why, such as `no included speech is left`.'),
        ),
      },
    ),
  ),
});
export type Mismatch = Of<typeof mismatch>;

const workspace = object('Of a workspace of which nothing was used before: what it was made with.', {
  kind: enumOf(['credit-balance', 'enterprise-pooled', 'enterprise-per-user']),
  credits: optional(count()),
  includedRequests: optional(count()),
  includedTts: optional(count()),
  caller: optional(enumOf(['apiKey', 'member'])),
  memberRequestLimit: optional(count()),
  memberTtsLimit: optional(count()),
});

const ledgerRow = object({
  exchange: text('Id of the exchange.'),
  use: text('What was asked for.'),
  asks: optional(text('What its request says of that: the voice, the format, how long a text, and the like.')),
  balance: text('What was left before it.'),
  price: text('What it uses up of that.'),
  expected: text(),
  observed: text('The status.'),
  parts: flag('Here the two part.'),
  unserved: flag(
    'A valid use that was refused for something else than the balance, or for now: nothing is due for it.',
  ),
  workspace: optional(workspace),
});
export type LedgerRow = Of<typeof ledgerRow>;

const inputFlaw = object(
  'Of a generated request that is not valid: why. Of a case that was made smaller: of that one.',
  {
    is: enumOf(['invalid', 'unspecified'], '`unspecified`: the document leaves open whether it is accepted.'),
    because: text('In which one thing it is that, and the section or the standard that says so.'),
  },
);
export type InputFlaw = Of<typeof inputFlaw>;

const triedCases = object(
  'Of a property that `fuzz` tries: its cases. Of a failure: those up to the one that shows it.',
  {
    generated: count('How many were generated, or taken from a file.'),
    judged: count('How many of them could be judged.'),
    notJudged: optional(
      nonEmptyList(
        object({ because: text(), times: count() }),
        'Why others could not be judged, the most frequent reason first.',
      ),
    ),
  },
);
export type TriedCases = Of<typeof triedCases>;

const knownFailureState = object('Its state, if it is among the known failures; in run.json only.', {
  is: enumOf(
    ['known', 'stale', 'expired', 'passed', 'inconclusive'],
    '`known` fails as listed, `stale` passes now, `expired` is past its day, `passed` passes this time, by inputs that the seed draws, `inconclusive` could not be judged.',
  ),
  reason: text(),
  expires: day,
  as: optional(
    text('Of generated inputs that show nothing but what a known failure shows: that check. It is not listed itself.'),
  ),
});
export type KnownFailureState = Of<typeof knownFailureState>;

export const finding = object('A verdict of one check with its evidence.', {
  check: nonEmptyText(
    'Stable id of the check: `<topic>/<name>`. Of `fuzz` the second defect of a property has `#2` behind it, and so on.',
  ),
  defect: optional(text('The stack, if assay itself failed and judged nothing. The run then ends with 70.')),
  unreached: optional(
    enumOf(
      ['time', 'storage', 'standstill'],
      'What ended the run before it was judged: its --time, no space for its results, or that it did not go on; check --resume judges it.',
    ),
  ),
  clause,
  also: list(clause, 'Other sections that say the same.'),
  level,
  title: text('What the service does if it passes, in one line; no other check has it.'),
  requirement: text('The sentence of the document, or of a standard, that it holds.'),
  doneBy: optional(texts('Server software that fails this by itself, whatever service runs on it.')),
  verdict,
  mismatches: list(mismatch),
  exchanges: texts('Ids of the exchanges that the verdict is based on.'),
  controls: optional(
    nonEmptyList(
      text(),
      'Ids of the exchanges of its control: what had to succeed before a failure, or a pass because something did not happen, proves anything, and did. Absent if it needs none, or came to no verdict.',
    ),
  ),
  reproduce: text(
    'What shows the failure again: a curl line that works when pasted, with `$ASSAY_TOKEN` for the token, if one request does; else `npx assay reproduce DIR CHECK`. Empty if nothing was sent.',
  ),
  reproduceBy: optional(
    enumOf(
      ['curl', 'command'],
      'What `reproduce` is: `curl` sends the one request that shows the failure, `command` all that it takes. Absent if it is empty.',
    ),
  ),
  again: optional(
    object(
      'Beside a curl line that may show nothing later, or is long: what shows the failure with a bot of the target as it is then, with all calls that were under way at once, or in a few words.',
      {
        run: text('`npx assay reproduce DIR CHECK`'),
        atOnce: optional(count('So many calls were under way at once, among them the one that shows it.')),
        inPlace: optional(flag('The curl line is too long to be read: on a screen this stands in its place.')),
      },
    ),
  ),
  ledger: optional(
    nonEmptyList(ledgerRow, 'Of what was charged wrongly: the uses of that workspace up to the first that shows it.'),
  ),
  reproduces: optional(text('Of several exchanges, the id of the one that shows the failure.')),
  case: optional(
    object('Of several generated cases, which one is shown: the first that fails.', {
      index: count('From 1 on.'),
      of: count(),
      smaller: flag('Shown is a smaller case, which fails for the same cause: the last exchanges.'),
      exchanges: optional(list(text(), 'Of a case of several exchanges, such as a conversation: their ids.')),
      asSent: optional(text('Why no smaller case is shown.')),
    }),
  ),
  input: optional(inputFlaw),
  unusual: optional(
    nonEmptyList(text(), 'Of a generated valid request that was made small: what is out of the ordinary about it.'),
  ),
  tried: optional(triedCases),
  knownFailure: optional(knownFailureState),
});
export type Finding = Of<typeof finding>;

export const findingFormat: Format = {
  name: 'finding',
  title: 'A finding',
  description: 'A line of findings.ndjson after the first, which is `urn:assay:schema:run:1#/$defs/headerLine`.',
  form: partOf<Finding>('run#/$defs/finding'),
};
