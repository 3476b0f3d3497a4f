import { withoutCiCommands } from '../../reports/text/log-text.ts';
import { graphemesOf } from '../../reports/text/graphemes.ts';

/** The output for people: a terminal with `columns`, or a pipe that gets plain lines. */
export type Screen = { readonly isTTY?: boolean; readonly columns?: number; readonly write: (text: string) => unknown };

/** Prints permanent lines and, on a terminal, one line below them that is updated until the end. */
type Progress = {
  readonly say: (line: string) => void;
  readonly show: (status: string) => void;
  readonly end: () => void;
};

const toLineStart = '\r\u001B[K';

/**
 * Shortest pause in milliseconds between updates: terminals repaint no faster, and a write for each exchange would slow
 * down the run.
 */
const leastPauseMs = 50;

export function progressOn(screen: Screen, clock: () => number = () => performance.now()): Progress {
  let status = '';
  let shownAtMs = -Infinity;
  const isTerminal = screen.isTTY === true;
  const paint = (text: string): void => {
    screen.write(toLineStart + withinLine(text, screen.columns));
    shownAtMs = clock();
  };
  return {
    say: (line) => {
      screen.write(`${status === '' ? '' : toLineStart}${withoutCiCommands(line)}\n`);
      if (status !== '') paint(status);
    },
    show: (now) => {
      if (!isTerminal) return;
      status = now;
      if (clock() - shownAtMs >= leastPauseMs) paint(status);
    },
    end: () => {
      if (status !== '') screen.write(toLineStart);
      status = '';
    },
  };
}

/** Cuts a status one column before the edge: a status that wraps could not be erased. */
function withinLine(text: string, columns = 0): string {
  // Some terminals report a width of 0.
  const room = columns === 0 ? 79 : columns - 1;
  const letters = graphemesOf(text);
  return letters.length <= room ? text : `${letters.slice(0, room - 1).join('')}…`;
}
