import { evidenceFiles, isBundleFile, openedFile } from './bundle.ts';
import type { Statement } from './statement.ts';
import { formOf } from '../reading/form.ts';
import { parsedJson } from '../reading/parsed-json.ts';

const statementForm = formOf<Statement>('certificate');

type StatementRead =
  | { readonly is: 'read'; readonly statement: Statement }
  | { readonly is: 'unreadable'; readonly because: string };

/**
 * The statement in a payload whose signature is valid. It has only one spelling: a member that occurs twice makes it
 * unreadable.
 */
export function readStatement(payload: Uint8Array): StatementRead {
  const unreadable = (because: string): StatementRead => ({ is: 'unreadable', because });
  const json = Buffer.from(payload).toString('utf8');
  const read = statementForm(parsedJson(json));
  if (read.is === 'other')
    return unreadable(`what is signed is not a certificate as this version of assay writes it: ${read.because}`);
  const statement = read.value;
  if (JSON.stringify(statement) !== json) return unreadable('what is signed is not spelled as assay writes it');
  const names = statement.subject.map(({ name }) => name);
  const strange = names.find((name, at) => !isBundleFile(name) || names.indexOf(name) !== at);
  if (strange !== undefined) return unreadable(`it names ${JSON.stringify(strange)}, twice or as no bundle does`);
  if ((statement.predicate.assay.opening !== undefined) !== names.includes(openedFile))
    return unreadable(`it names ${openedFile} and no opening that was timestamped, or the other way round`);
  const needed = [...evidenceFiles, ...(names.includes('load.json') ? (['requests.ndjson'] as const) : [])];
  const lacking = needed.find((name) => !names.includes(name));
  return lacking === undefined ? { is: 'read', statement } : unreadable(`it does not name ${lacking}`);
}
