import { expect, it } from 'vitest';
import { containsWorkspaceToken, isWorkspaceBearer, placeholders, workspacePlaceholder } from './probe.ts';

it('the token of a workspace that was made is known as it is, and in other forms', () => {
  for (const token of [placeholders.workspace, workspacePlaceholder('poor')]) {
    expect(isWorkspaceBearer(`Bearer ${token}`)).toBe(true);
    expect(isWorkspaceBearer(`Bearer ${token}x`)).toBe(false);
    expect(isWorkspaceBearer(`Basic ${token}`)).toBe(false);
    expect(containsWorkspaceToken(`Basic ${token}`)).toBe(true);
  }
  expect([isWorkspaceBearer(undefined), isWorkspaceBearer(`Bearer ${placeholders.token}`)]).toEqual([false, false]);
  expect([containsWorkspaceToken(undefined), containsWorkspaceToken(placeholders.token)]).toEqual([false, false]);
});
