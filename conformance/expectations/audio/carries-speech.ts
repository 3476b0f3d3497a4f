import type { Mismatch } from '../../model/check.ts';
import { jsonOf } from '../../bodies/content.ts';
import { beginningOf, shownValue } from '../../reading/shown-value.ts';
import { unreadableJsonJudgement, onSuccess } from '../on-answer.ts';
import { speechBodyOf } from './speech-body.ts';

/** `type/subtype` with optional parameters (RFC 9110 8.3.1). */
const mediaType = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*(;.*)?$/;

/** The body is a JSON object with `audioBase64`, a string that is not empty, and `contentType`, a media type (2.6). */
export const carriesSpeech = onSuccess((answer) => {
  const spoken = speechBodyOf(answer);
  if (spoken === undefined) {
    const json = jsonOf(answer);
    const missed = { subject: 'reply', expected: 'a JSON object' };
    return json.is === 'json'
      ? [{ ...missed, observed: beginningOf(json.value, 80) }]
      : unreadableJsonJudgement(json, missed);
  }
  return [...audioField(spoken.audioBase64), ...typeField(spoken.contentType)];
});

function audioField(value: unknown): readonly Mismatch[] {
  if (typeof value === 'string' && value !== '') return [];
  return [
    {
      subject: 'audioBase64',
      expected: 'a string that is not empty',
      observed: shownField(value),
    },
  ];
}

function typeField(value: unknown): readonly Mismatch[] {
  if (typeof value === 'string' && mediaType.test(value)) return [];
  return [{ subject: 'contentType', expected: 'a media type', observed: shownField(value) }];
}

function shownField(value: unknown): string {
  return value === undefined ? 'no such field' : shownValue(value);
}
