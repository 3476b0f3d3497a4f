import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificate } from '../../../fixtures/hostile/certificate.ts';
import { startService, withFault } from '../../../fixtures/index.ts';
import { measured } from '../measure.ts';

const input = '{"property":"chat.any/endures-open","input":{"message":"x"}}\n';

/** Makes every file that a command reads as it should be: a run with a failure, a certificate, a load run, and what people write. */
export async function makeLawful(cwd: string): Promise<void> {
  const service = await startService({ behaviour: withFault('speed-clamped') });
  const at = ['--target', service.url, '--token', service.token, '--other-token', service.otherToken];
  try {
    for (const args of [
      ['check', ...at, '--only', 'speech.speed/*', 'voices.list/*', '--out', 'check'],
      ['check', ...at, '--only', 'speech.speed/*', '--out', 'other'],
      ['fuzz', ...at, '--runs', '200', '--only', 'speech.any/*', '--corpus', 'corpus.ndjson', '--out', 'fuzz'],
      ['discover', ...at, '--only', 'speech.*', '--dialect', 'dialect.yaml'],
      ['keygen', '--out', '.'],
      ['certify', '--embedded', '--profile', 'public', '--key', 'key.pem', '--out', 'cert'],
      [
        'load',
        'stream',
        ...at,
        '--rate',
        '10',
        '--duration',
        '2s',
        '--warmup',
        '100ms',
        '--no-canary',
        '--out',
        'load',
      ],
    ])
      await measured(args, { cwd });
  } finally {
    await service.close();
  }
  if (existsSync(join(cwd, 'load'))) cpSync(join(cwd, 'load'), join(cwd, 'load2'), { recursive: true });
  const written: Readonly<Record<string, string>> = {
    'ca.pem': certificate.cert,
    'assay.yaml': 'timeout: 5s\nseed: 4\nmax-credits: 100\n',
    'expected.yaml': '- check: speech.speed/rejects-above-maximum\n  reason: known\n  expires: 2099-01-01\n',
    'trace.ndjson': '{"atMs":0,"body":{"message":"one"}}\n{"atMs":300,"body":{"message":"two"}}\n',
    ...(existsSync(join(cwd, 'corpus.ndjson')) ? {} : { 'corpus.ndjson': input }),
  };
  for (const [name, text] of Object.entries(written)) writeFileSync(join(cwd, name), text);
}
