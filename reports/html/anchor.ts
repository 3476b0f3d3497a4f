/** An element id that needs no quoting anywhere, one for each pair of kind and name. */
export function anchorOf(kind: 'check' | 'clause' | 'exchange', name: string): string {
  return `${kind}-${name.replace(/[^a-zA-Z0-9.]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`)}`;
}
