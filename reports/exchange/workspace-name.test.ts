import { expect, it } from 'vitest';
import { workspaceNameIn } from './workspace-name.ts';

it('a workspace is called by its placeholder, with spaces', () => {
  expect(workspaceNameIn('Bearer ${WORKSPACE_TOKEN_at_once_2}')).toBe('at once 2');
  expect(workspaceNameIn('Bearer ${WORKSPACE_TOKEN}')).toBe('');
  expect(workspaceNameIn('Bearer ${ASSAY_TOKEN}')).toBeUndefined();
});
