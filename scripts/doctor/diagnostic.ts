import type { Diagnostic } from '../../reports/doctor.ts';

export const ok = (id: string, found: string): Diagnostic => ({ id, is: 'ok', found });
export const note = (id: string, found: string, todo?: string): Diagnostic => lookOf(id, 'note', found, todo);
export const missing = (id: string, found: string, todo?: string): Diagnostic => lookOf(id, 'missing', found, todo);

function lookOf(id: string, is: Diagnostic['is'], found: string, todo: string | undefined): Diagnostic {
  return { id, is, found, ...(todo === undefined ? {} : { todo }) };
}
