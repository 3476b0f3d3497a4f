import { createHash } from 'node:crypto';
import { quotedFor } from '../../conformance/contract/quoted.ts';
import { controlWords } from '../../conformance/model/control-words.ts';
import { everyCheck } from '../../conformance/every.ts';
import { decodedAnswerOf } from '../../conformance/decoded/decoded-answer.ts';
import { faults, type Fault } from '../../fixtures/faults/index.ts';
import type { ReportContext } from '../../reports/check/background.ts';
import { pageScript } from '../../reports/html/script/page-script.ts';

const mistakes: Readonly<Record<string, Fault>> = faults;

/** What reports are told beside a run: the mistake that each check catches, and how to read an answer. */
export const background: ReportContext = {
  faults: new Map(everyCheck.map(({ id, fault }) => [id, { id: fault, mistake: mistakes[fault]?.mistake ?? '' }])),
  controls: new Map(
    everyCheck.flatMap((check) => {
      if (check.absence === undefined) return [];
      const isEither = check.positiveControl?.isEither === true;
      return [[check.id, { says: controlWords(check).join('; '), isEither }]];
    }),
  ),
  controlOf: new Map(everyCheck.flatMap(({ id, control }) => (control === undefined ? [] : [[id, control]]))),
  quotes: new Map(
    everyCheck.flatMap((check) => {
      const quoted = quotedFor(check);
      return quoted === undefined ? [] : [[check.id, quoted]];
    }),
  ),
  scriptSha256: createHash('sha256').update(pageScript.text).digest('base64'),
  decodedAnswerOf,
};
