import type { Run } from '../../../conformance/model/run.ts';
import { counted } from '../../text/format.ts';

/** Which bot a run talked to, where that was not the first of the list. */
export function passedOverText({ passedOver }: Pick<Run, 'passedOver'>): string | undefined {
  if (passedOver === undefined) return undefined;
  const { bots, status, bot } = passedOver;
  const first = bots === 1 ? 'The first listed bot' : `The first ${counted(bots, 'listed bot')}`;
  return `${first} refused a plain chat (status ${status}), so this run talked to the next one, ${bot}; --bot names another`;
}
