import type { Run } from '../../../conformance/model/run.ts';
import { filteredTextsText } from './filtered-texts.ts';
import { lostConnectionsText } from './lost-connections.ts';
import { oneConnectionText } from './one-connection.ts';
import { passedOverText } from './passed-over.ts';
import { refusedSessionsText } from './refused-sessions.ts';
import { temporaryRefusalsText } from './temporary-refusals.ts';

/** What went wrong without failing a check, because a retry succeeded: a sentence each, for every report of a run. */
export function noticesOf(run: Run): readonly string[] {
  return [
    passedOverText(run),
    filteredTextsText(run),
    lostConnectionsText(run),
    oneConnectionText(run),
    refusedSessionsText(run),
    temporaryRefusalsText(run),
  ].flatMap((text) => (text === undefined ? [] : [`${text}.`]));
}
