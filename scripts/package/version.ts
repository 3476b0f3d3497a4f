import { readFileSync } from 'node:fs';
import { resourceUrl } from './resources.ts';

/** The version of this package. */
export const version: string = (JSON.parse(readFileSync(resourceUrl('package.json'), 'utf8')) as { version: string })
  .version;
