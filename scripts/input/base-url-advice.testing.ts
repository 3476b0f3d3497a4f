import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Run } from '../../conformance/model/run.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';

export const checkArguments = ['--token', 'a-token-of-nobody-1', '--only', 'voices.list/*'];

/** The output of `check` for a target whose responses all have this status and these fields. */
export async function checkOutputFor(status: number, fields: Readonly<Record<string, string>>) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, fields).end('<!doctype html><h1>Welcome</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = join(emptyFolder(), 'run');
  const { code, err, out } = await assay(['check', '--target', url, ...checkArguments, '--out', folder]);
  server.close();
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;
  const similar = run.causes.flatMap((cause) => cause.likely);
  return { code, err: err.replaceAll(url, 'URL'), out: out.replaceAll(url, 'URL'), similar };
}

export async function checkMessagesFor(status: number, fields: Readonly<Record<string, string>>): Promise<string> {
  return (await checkOutputFor(status, fields)).err;
}
