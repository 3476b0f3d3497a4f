import type { DoctorView } from '../conformance/contract/formats/doctor.ts';
import { painter, type Paint, type TerminalStyle } from './text/paint.ts';
import { escapeControls } from './text/visible.ts';

export type { DoctorView };
/** One thing that `assay doctor` looked at. */
export type Diagnostic = DoctorView['looks'][number];

const marks: Readonly<Record<Diagnostic['is'], readonly [mark: string, paint: Paint]>> = {
  ok: ['✓', 'green'],
  note: ['!', 'yellow'],
  missing: ['✗', 'red'],
};

export function doctorView(looks: readonly Diagnostic[]): DoctorView {
  return { schema: 'assay.doctor/1', exitCode: looks.some(({ is }) => is === 'missing') ? 2 : 0, looks };
}

/** A line for each look with advice below it, and at the end whether a check can run. */
export function doctorText({ looks, exitCode }: DoctorView, style: TerminalStyle): string {
  const width = Math.max(...looks.map(({ id }) => id.length));
  const paint = painter(style);
  const lines = looks.flatMap(({ id, is, found, todo }) => {
    const [mark, colour] = marks[is];
    const first = `${paint(colour, mark)} ${id.padEnd(width)}  ${escapeControls(found)}`;
    return todo === undefined ? [first] : [first, `${' '.repeat(width + 4)}→ ${escapeControls(todo)}`];
  });
  return [...lines, '', endOf(looks, exitCode, paint)].join('\n');
}

function endOf(looks: readonly Diagnostic[], exitCode: number, paint: ReturnType<typeof painter>): string {
  const missing = looks.filter(({ is }) => is === 'missing').map(({ id }) => id);
  if (exitCode !== 0) return paint('red', `✗ Missing: ${missing.join(', ')}`);
  // A target that is another service would fail hundreds of checks.
  const isDoubtful = looks.some(({ id, is }) => is === 'note' && id === 'answers');
  return isDoubtful
    ? paint('yellow', '! A check can run, but look at what the target answers first')
    : paint('green', '✓ A check can run');
}
