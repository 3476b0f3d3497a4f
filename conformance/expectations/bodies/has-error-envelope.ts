import type { Expectation, Judgement, Mismatch } from '../../model/check.ts';
import { jsonOf } from '../../bodies/content.ts';
import type { Answer } from '../../model/exchange.ts';
import { beginningOf, shownValue } from '../../reading/shown-value.ts';
import { notAnErrorJudgement, unreadableJsonJudgement, onAnswer } from '../on-answer.ts';

/**
 * The error object of 2.7 and 7.1: `error` with the strings `code` and `message`. `details` may be anything or absent.
 */
export const hasErrorEnvelope = onAnswer((answer, { id }) => judgeErrorObject(answer, id));

export function judgeErrorObject(answer: Answer, exchange?: string): Judgement {
  if (answer.status < 400) return notAnErrorJudgement(answer, exchange);
  const json = jsonOf(answer);
  if (json.is !== 'json')
    return withStatus(
      answer,
      unreadableJsonJudgement(json, { subject: 'error body', expected: 'a JSON object with error' }),
    );
  const error = field(json.value, 'error');
  if (typeof error !== 'object' || error === null) {
    return [{ subject: 'error', expected: 'an object', observed: described(error, json.value) }];
  }
  return ['code', 'message'].flatMap((name) => stringField(error, name));
}

/**
 * Adds the status, to say which refusal it is: often all refusals of one kind lack the error object, and the others
 * have it.
 */
function withStatus({ status }: Answer, judgement: Judgement): Judgement {
  if ('inconclusive' in judgement) return judgement;
  return judgement.map((mismatch) => ({ ...mismatch, observed: `${mismatch.observed}, with status ${status}` }));
}

/** The code for machines, or the message for people, is not blank (2.7). The document does not say so in words. */
export function errorFieldIsNotBlank(name: 'code' | 'message'): Expectation {
  return onAnswer((answer) => {
    const json = jsonOf(answer);
    const value = json.is === 'json' ? field(field(json.value, 'error'), name) : undefined;
    if (typeof value !== 'string') return { inconclusive: `there is no error.${name} to read` };
    if (value.trim() !== '') return [];
    return [{ subject: `error.${name}`, expected: 'a string that is not blank', observed: shownValue(value) }];
  });
}

/**
 * `details` may be anything, but is listed with the other members (2.7, 7.1), so a client need not ask whether it is
 * there.
 */
export const hasDetails = onAnswer((answer) => {
  const json = jsonOf(answer);
  const error = json.is === 'json' ? field(json.value, 'error') : undefined;
  if (typeof error !== 'object' || error === null) return { inconclusive: 'there is no error object to read' };
  if (Object.hasOwn(error, 'details')) return [];
  return [{ subject: 'error.details', expected: 'any value', observed: described(undefined, error) }];
});

function stringField(error: object, name: string): readonly Mismatch[] {
  const value = field(error, name);
  if (typeof value === 'string') return [];
  return [{ subject: `error.${name}`, expected: 'a string', observed: described(value, error) }];
}

function field(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

function described(value: unknown, parent: unknown): string {
  if (value !== undefined) return shownValue(value);
  return `none in ${beginningOf(parent, 80)}`;
}
