import { controlWords } from '../../conformance/model/control-words.ts';
import { everyCheck } from '../../conformance/every.ts';
import { decodedAnswerOf } from '../../conformance/decoded/decoded-answer.ts';
import { faults, type Fault } from '../../fixtures/faults/index.ts';
import type { Background } from '../../reports/check/background.ts';

const mistakes: Readonly<Record<string, Fault>> = faults;

/** What reports are told beside a run: the mistake that each check catches, and how to read an answer. */
export const background: Background = {
  faults: new Map(everyCheck.map(({ id, fault }) => [id, { id: fault, mistake: mistakes[fault]?.mistake ?? '' }])),
  controls: new Map(
    everyCheck.flatMap((check) => (check.absence === undefined ? [] : [[check.id, controlWords(check).join('; ')]])),
  ),
  decodedAnswerOf,
};
