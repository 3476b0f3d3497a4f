/** How soon, and how evenly, does a bot's streamed reply arrive when users come at a given rate? */
import exec from 'k6/execution';
import { begin, post } from 'k6/x/stream';
import { messageOf } from '../model/messages.ts';
import { openModel, runOf, sharedSchedule } from './open-model.ts';
import { scenarioOptions } from './options.ts';

const given = scenarioOptions(__ENV);
const schedule = sharedSchedule(given);
const run = runOf('stream', given);
const url = `${given.baseUrl}/v1/bots/${encodeURIComponent(given.settings.botId)}/chat/stream`;

export const options = openModel('stream', given);

export default function stream(): void {
  begin(run);
  const index = exec.scenario.iterationInTest;
  const intendedMs = schedule[index];
  // Past the schedule's end there is nothing to send.
  if (intendedMs === undefined) return;
  const { maxLagMs, timeoutMs } = given.settings;
  const body = JSON.stringify({ message: messageOf(given.seed, index) });
  post({ url, body, headers: given.headers, index, intendedMs, maxLagMs, timeoutMs });
}
