import { expect, it } from 'vitest';
import { behaviourWith, startService, type valid } from '../../../fixtures/index.ts';
import { checksNamed, judgeTarget } from '../../judged-at.testing.ts';
import { distinctiveInProvisioner } from './provisioner-secrets.ts';

const secrets = (provisioner: string): readonly string[] =>
  distinctiveInProvisioner(provisioner).map(([, secret]) => secret);

it('tells what of a provisioner is a secret wherever it stands, and no word of a path', () => {
  expect(secrets('http://127.0.0.1:80/admin/workspaces?key=adm-4f9a81c2e7')).toEqual(
    expect.arrayContaining(['adm-4f9a81c2e7']),
  );
  expect(secrets('http://127.0.0.1:80/v1/workspaces')).toEqual([]);
  expect(secrets('http://127.0.0.1:80/hooks/4f9a81c2e7d6')).toContain('4f9a81c2e7d6');
  expect(secrets('curl -u admin:5f0c2b9d71 https://a.example/v1')).toContain('admin:5f0c2b9d71');
});

it('finds the password of a URL however it is written, as it is sent too', () => {
  expect(secrets('HTTP://admin:Pr0v-pass-Zq81@a.example/v1')).toContain('Pr0v-pass-Zq81');
  expect(secrets('http://admin:Pr0v%2Fpass%2FZq81@a.example/v1')).toEqual(
    expect.arrayContaining(['Pr0v%2Fpass%2FZq81', 'Pr0v/pass/Zq81']),
  );
  expect(secrets("http://admin:Pr0v'pass@Zq81@a.example/v1")).toContain("Pr0v'pass@Zq81");
});

it('is kept in no answer of a target that repeats it', async () => {
  const key = 'adm-4f9a81c2e7d6';
  const behaviour = {
    ...behaviourWith({}),
    throughEdge: (...[answer]: Parameters<typeof valid.throughEdge>) => ({
      ...answer,
      headers: { ...answer.headers, 'x-debug': `by ${key}` },
    }),
  };
  const { url, token, provisioner, close } = await startService({ behaviour });
  const { exchanges } = await judgeTarget(url, checksNamed('speech.request/accepts-least'), {
    token,
    provisioner: `${provisioner}?key=${key}`,
  });
  await close();
  const kept = JSON.stringify(exchanges);
  expect(kept).toContain('by ${PROVISIONER}');
  expect(kept).not.toContain(key);
});
