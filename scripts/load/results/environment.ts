import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../../load/evidence/environment.ts';
import { k6extFolder } from '../../../load/runner/paths.ts';
import { machineName } from './calibration-file.ts';
import { version } from '../../package/version.ts';

/** The software and the machine of a measurement: a published figure has to name both. */
function environmentHere(embedded: boolean, client: string): Environment {
  const k6 = k6Version();
  return {
    assay: version,
    node: process.versions.node,
    ...(k6 !== undefined && { k6 }),
    client,
    machine: machineName(),
    memoryGb: Math.round(totalmem() / 1e8) / 10,
    embedded,
  };
}

/** What environment.json of a new run of `load` holds. @param client the build of k6 that sends it */
export function environmentText(embedded: boolean, client: string, label: string | undefined): string {
  return `${JSON.stringify({ ...environmentHere(embedded, client), label, tellsAskedAfter: true })}\n`;
}

/** The version of k6 in the sources that it is built from. */
function k6Version(): string | undefined {
  return /^\s*(?:require )?go\.k6\.io\/k6(?:\/v\d+)? v(\S+)/m.exec(
    readFileSync(join(k6extFolder(), 'go.mod'), 'utf8'),
  )?.[1];
}
