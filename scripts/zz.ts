import { echoing } from '../fixtures/hostile/index.ts';
import { startService } from '../fixtures/index.ts';
import { lawfulExcept } from '../fixtures/service/index.ts';
import { assay } from './run-assay.testing.ts';
import { canary, leaksIn, textsIn } from './canaries.testing.ts';
const t = canary(),
  c = canary();
const s = await startService({ behaviour: lawfulExcept(echoing([t.secret])) });
await assay([
  'check',
  '--target',
  s.url,
  '--token',
  t.secret,
  '--header',
  `X-Api-Key: ${canary().secret}`,
  '--header',
  `Cookie: sid=${c.secret}`,
  '--only',
  'stream.response/*',
  '--only',
  'auth.*',
  '--only',
  'errors.*',
  '--out',
  '/tmp/h8b-c',
]);
await s.close();
console.log(leaksIn(textsIn('/tmp/h8b-c'), { t, c }));
const x = textsIn('/tmp/h8b-c')['exchanges.ndjson']!;
for (const m of x.split('\n').filter((l) => l.toLowerCase().includes(c.core.toLowerCase()))) {
  const i = m.toLowerCase().indexOf(c.core.toLowerCase());
  console.log(m.slice(0, 100), '...', m.slice(Math.max(0, i - 300), i + 100));
}
