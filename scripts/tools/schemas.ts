import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { derivedFiles } from './derived-files.ts';
import { publishedFormats } from './published-formats.ts';
import { schemaOf } from './schema-of.ts';

/**
 * `npm run schemas`: writes the published JSON Schemas from the definitions of the formats, which the
 * formatter lays out, and what other files have that follows from the code.
 */
for (const format of publishedFormats)
  writeFileSync(`conformance/contract/schemas/${format.name}.schema.json`, JSON.stringify(schemaOf(format)));

for (const { file, textFrom } of derivedFiles)
  writeFileSync(file, textFrom(existsSync(file) ? readFileSync(file, 'utf8') : ''));
