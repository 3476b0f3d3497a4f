import { botIdValuesIn } from '../core/bots.ts';
import { jsonOf } from '../core/content.ts';
import { onSuccess } from './on-answer.ts';

/** Every `botId` in the list is a string (2.1) that can stand in a path; an empty list is lawful. */
export const botIdsAreStrings = onSuccess((answer) => {
  const json = jsonOf(answer);
  if (json.is === 'notJson') return { unjudged: `the list is not JSON: ${json.because}` };
  const wrong = botIdValuesIn(json.value).filter((id) => typeof id !== 'string' || id === '');
  return wrong.map((id) => ({
    aspect: 'botId',
    expected: 'a string that is not empty',
    observed: JSON.stringify(id) ?? 'none',
  }));
});
