import { readFileSync, writeFileSync } from 'node:fs';
import { derivedLines, withDerived } from './derived-lines.ts';
import { publishedFormats } from './published-formats.ts';
import { schemaOf } from './schema-of.ts';

/**
 * `npm run schemas`: writes the published JSON Schemas from the definitions of the formats, which the
 * formatter lays out, and the lines of other files that follow from the code.
 */
for (const format of publishedFormats)
  writeFileSync(`conformance/contract/schemas/${format.name}.schema.json`, JSON.stringify(schemaOf(format)));

for (const derived of derivedLines)
  writeFileSync(derived.file, withDerived(readFileSync(derived.file, 'utf8'), derived));
