import type { DoctorView } from '../conformance/contract/formats/doctor.ts';
import { painter, type Paint, type TerminalStyle } from './text/paint.ts';
import { visible } from './text/visible.ts';

export type { DoctorView };
/** One thing that `assay doctor` looked at. */
export type Look = DoctorView['looks'][number];

const marks: Readonly<Record<Look['is'], readonly [mark: string, paint: Paint]>> = {
  ok: ['✓', 'green'],
  note: ['!', 'yellow'],
  missing: ['✗', 'red'],
};

export function doctorView(looks: readonly Look[]): DoctorView {
  return { schema: 'assay.doctor/1', exitCode: looks.some(({ is }) => is === 'missing') ? 2 : 0, looks };
}

/** A line for each look, below it what to do, and at the end whether a check can run. */
export function doctorText({ looks, exitCode }: DoctorView, style: TerminalStyle): string {
  const width = Math.max(...looks.map(({ id }) => id.length));
  const paint = painter(style);
  const lines = looks.flatMap(({ id, is, found, todo }) => {
    const [mark, colour] = marks[is];
    const first = `${paint(colour, mark)} ${id.padEnd(width)}  ${visible(found)}`;
    return todo === undefined ? [first] : [first, `${' '.repeat(width + 4)}→ ${visible(todo)}`];
  });
  const missing = looks.filter(({ is }) => is === 'missing').map(({ id }) => id);
  const end = exitCode === 0 ? paint('green', '✓ A check can run') : paint('red', `✗ Missing: ${missing.join(', ')}`);
  return [...lines, '', end].join('\n');
}
