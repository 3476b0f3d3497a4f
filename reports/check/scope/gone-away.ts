import type { Run } from '../../../conformance/model/run.ts';
import { painter, type TerminalStyle } from '../../text/paint.ts';
import { wrapLines } from '../../text/wrap.ts';

type WithGoneAway = Pick<Run, 'goneAway'>;

/** When the target went away, what it was busy with, and how to find out which of that ended it. */
export function goneAwayText(run: WithGoneAway): string | undefined {
  const told = toldOf(run);
  if (told === undefined) return undefined;
  const busy = told.busy.length === 0 ? '' : ` Just before, it was busy with ${told.busy.join(', ')}.`;
  return `${told.what}.${busy} ${told.toDo}`;
}

/** The same for a terminal; empty where the target stayed. */
export function goneAwayBlock(run: WithGoneAway, style: TerminalStyle): string {
  const told = toldOf(run);
  if (told === undefined) return '';
  const [first = '', ...more] = wrapLines(`? ${told.what}`, 2, style.width);
  return [
    painter(style)('yellow', first.trimStart()),
    ...more,
    ...(told.busy.length === 0 ? [] : ['  just before, it was busy with']),
    ...told.busy.flatMap((busy) => wrapLines(busy, 4, style.width)),
    ...wrapLines(told.toDo, 2, style.width),
  ].join('\n');
}

function toldOf({ goneAway }: WithGoneAway): { what: string; busy: readonly string[]; toDo: string } | undefined {
  if (goneAway === undefined) return undefined;
  const { at, request, of, before } = goneAway;
  const again = before.find(({ isCutOff, check }) => isCutOff === true && check !== undefined)?.check;
  return {
    what: `The target went away at request ${request} of ${of}, ${at.slice(11, 19)} UTC, for the rest of the run`,
    busy: before.map(
      ({ probe, check, isCutOff }) =>
        `“${probe}”${check === undefined ? '' : ` (${check})`}${isCutOff === true ? ', whose answer was cut off just then' : ''}`,
    ),
    toDo: `If a request ended it, its log of that time says so. Start it again${againWords(before, again)}`,
  };
}

/** How to send again what was under way; nothing for requests that no check sends by itself. */
function againWords(before: NonNullable<Run['goneAway']>['before'], again: string | undefined): string {
  if (again !== undefined) return `; check --only ${again} sends again what was cut off`;
  return before.some(({ check }) => check !== undefined) ? '; check --only with one of these ids sends that alone' : '';
}
