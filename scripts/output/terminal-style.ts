import type { TerminalStyle } from '../../reports/text/paint.ts';

/** Width for a pipe or a file, and for a terminal that reports no width or 0. */
const plainWidth = 100;

/** Colours for people at a terminal unless they are turned off (NO_COLOR, no-color.org); pipes get plain text. */
export function terminalStyle(screen: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> = process.stdout): TerminalStyle {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  const refused = (NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb';
  const forced = FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0';
  const width = screen.columns > 0 ? screen.columns : plainWidth;
  return { colour: !refused && (forced || screen.isTTY), width, wraps: screen.isTTY };
}
