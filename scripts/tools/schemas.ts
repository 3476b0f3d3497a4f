import { writeFileSync } from 'node:fs';
import { publishedFormats } from './published-formats.ts';
import { schemaOf } from './schema-of.ts';

/**
 * `npm run schemas`: writes the published JSON Schemas from the definitions of the formats. The formatter lays them
 * out.
 */
for (const format of publishedFormats)
  writeFileSync(`conformance/contract/schemas/${format.name}.schema.json`, JSON.stringify(schemaOf(format)));
