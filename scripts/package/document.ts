import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resourceUrl } from './resources.ts';

/** The interface document that everything is judged by. */
export function documentText(): string {
  return readFileSync(resourceUrl('conformance/contract/interface.md'), 'utf8');
}

/** The title of the document, and a digest that changes with any letter of it. */
export function readDocument(): { readonly title: string; readonly sha256: string } {
  const text = documentText();
  const title = /^# (.+)$/m.exec(text)?.[1] ?? 'interface document';
  return { title, sha256: createHash('sha256').update(text).digest('hex') };
}
