import { styleText } from 'node:util';
import type { HostileRun } from './rows.ts';

const columns = { ms: 8, mb: 8, folder: 9, code: 5 } as const;

/** One line for a run and its broken bounds; its output only where a bound was broken. */
export function rowText({
  behaviour,
  run,
  ms,
  peakBytes,
  folderBytes,
  code,
  endedFor,
  said,
  broken,
}: HostileRun): string {
  const figures = [
    `${(ms / 1_000).toFixed(1)} s`.padStart(columns.ms),
    `${Math.round(peakBytes / 2 ** 20)} MB`.padStart(columns.mb),
    `${Math.round(folderBytes / 2 ** 20)} MB`.padStart(columns.folder),
    `${code ?? endedFor ?? '?'}`.padStart(columns.code),
  ].join('');
  const line = `${figures}  ${run.padEnd(16)} ${behaviour}`;
  if (broken.length === 0) return line;
  const kinds = broken.map(({ bound, by }) => styleText('red', `${bound}: ${by}`)).join(' · ');
  return `${line}\n      ${kinds}\n${said.map((each) => `      │ ${visible(each)}`).join('\n')}`;
}

/** How many runs broke each bound, and how many broke none. */
export function summaryText(rows: readonly HostileRun[]): string {
  const kinds = new Map<string, number>();
  for (const { broken } of rows)
    for (const bound of new Set(broken.map(({ bound: each }) => each))) kinds.set(bound, (kinds.get(bound) ?? 0) + 1);
  const whole = rows.filter(({ broken }) => broken.length === 0).length;
  const behaviours = new Set(rows.map(({ behaviour }) => behaviour)).size;
  const broken = [...kinds].map(([bound, count]) => `${bound} ${count}`).join(', ');
  return `${behaviours} behaviours, ${rows.length} runs, ${whole} within all bounds${broken === '' ? '' : `; broken: ${broken}`}`;
}

/** Escapes control characters: the output may be hostile. */
function visible(text: string): string {
  return text.replaceAll(
    /[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** The last lines of stdout; of stderr the first lines too, which name the error. */
export function lastOutputLines(out: string, err: string): readonly string[] {
  const lines = (text: string): readonly string[] =>
    text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.slice(0, longestLine)]));
  const wrong = lines(err);
  return [...lines(out).slice(-3), ...new Set([...wrong.slice(0, 3), ...wrong.slice(-2)])];
}

const longestLine = 240;
