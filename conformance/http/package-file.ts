import { readFileSync } from 'node:fs';
import { parsedJson } from '../reading/parsed-json.ts';

/** Members of `package.json` that are read. */
export type PackageFile = {
  readonly version: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url: string };
};

/** True in the published package, where this file lies one folder deeper. */
const isBuilt = import.meta.url.endsWith('.js');
const file = new URL(`${isBuilt ? '../' : ''}../../package.json`, import.meta.url);

export const packageFile = parsedJson(readFileSync(file, 'utf8')) as PackageFile;
