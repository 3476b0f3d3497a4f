/**
 * The name of the workspace whose token is in a text: `owner`, `at once 2`; empty for the only one of its probe,
 * undefined where there is none. Terminal and page use this rule.
 */
export function workspaceNameIn(text: string): string | undefined {
  const found = placeholder.exec(text);
  return found === null ? undefined : (found[1] ?? '').replaceAll('_', ' ');
}

const placeholder = /\$\{WORKSPACE_TOKEN(?:_(\w+))?\}/;
