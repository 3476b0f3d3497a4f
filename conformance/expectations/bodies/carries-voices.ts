import { voiceNames } from '../../contract/limits.ts';
import { jsonOf } from '../../bodies/content.ts';
import type { Answer } from '../../model/exchange.ts';
import { beginningOf } from '../../reading/shown-value.ts';
import { unreadableJsonJudgement, onSuccess } from '../on-answer.ts';

/** An object with `voices`, an array of strings (2.4). */
export const carriesVoices = onSuccess((answer) => {
  const json = jsonOf(answer);
  if (json.is !== 'json')
    return unreadableJsonJudgement(json, { subject: 'voice list', expected: 'a JSON object with voices' });
  if (voicesIn(answer) !== undefined) return [];
  return [
    {
      subject: 'voices',
      expected: 'an array of strings in an object',
      observed: beginningOf(json.value, 120),
    },
  ];
});

/** The list has the six names of 2.4. It may have more. */
export const listsTheSixVoices = onSuccess((answer) => {
  const voices = voicesIn(answer);
  if (voices === undefined) return { inconclusive: 'the answer carries no list of voices' };
  const missing = voiceNames.filter((name) => !voices.includes(name));
  if (missing.length === 0) return [];
  return [
    {
      subject: 'voices',
      expected: `${voiceNames.join(', ')} among them`,
      observed: `${missing.join(', ')} missing${voices.length === 0 ? ': the list is empty' : ` in ${voices.join(', ')}`}`,
    },
  ];
});

/** No name is listed twice. */
export const listsEachVoiceOnce = onSuccess((answer) => {
  const voices = voicesIn(answer);
  if (voices === undefined) return { inconclusive: 'the answer carries no list of voices' };
  const seen = new Set<string>();
  const doubled = [...new Set(voices.filter((name) => seen.size === seen.add(name).size))];
  return doubled.length === 0
    ? []
    : [{ subject: 'voices', expected: 'each name once', observed: `${doubled.join(', ')} more than once` }];
});

/** The names of a voice list; undefined where the body is no voice list. */
export function voicesIn(answer: Answer): readonly string[] | undefined {
  const json = jsonOf(answer);
  if (json.is !== 'json' || typeof json.value !== 'object' || json.value === null || !('voices' in json.value))
    return undefined;
  const { voices } = json.value;
  return Array.isArray(voices) && voices.every((name) => typeof name === 'string') ? voices : undefined;
}
