import type { Look } from '../../reports/doctor.ts';

export const ok = (id: string, found: string): Look => ({ id, is: 'ok', found });
export const note = (id: string, found: string, todo?: string): Look => lookOf(id, 'note', found, todo);
export const missing = (id: string, found: string, todo?: string): Look => lookOf(id, 'missing', found, todo);

function lookOf(id: string, is: Look['is'], found: string, todo: string | undefined): Look {
  return { id, is, found, ...(todo === undefined ? {} : { todo }) };
}
