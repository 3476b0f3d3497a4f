import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { provision } from '../../conformance/engine/provisioner/provision.ts';
import { startService } from '../../fixtures/index.ts';
import { documentation } from '../testing/documentation.testing.ts';
import { assay } from '../testing/run-assay.testing.ts';

const script = join(import.meta.dirname, '..', '..', 'examples', 'ci', 'provisioner.sh');

/** The script that the section on staging shows. */
const shown = /## A provisioner[\s\S]*?```bash\n([\s\S]*?)```/.exec(documentation)?.[1];

describe('the provisioner of the guide to CI', () => {
  it('is the one that is tested here', () => {
    expect(shown).toBe(readFileSync(script, 'utf8'));
  });
  it('makes workspaces of every kind that the metering checks ask for', async () => {
    const service = await startService();
    const command = `STAGING_ADMIN_URL='${service.provisioner}' sh '${script}'`;
    const { code, out } = await assay([
      'check',
      '--target',
      service.url,
      '--token',
      service.token,
      '--provisioner',
      command,
      '--only',
      'metering.credit-balance/last-credit-*',
      'metering.enterprise/included-*-is-covered',
      'metering.members/chat-limit-holds',
    ]);
    await service.close();
    // Those that every service starts with are left.
    expect(service.ledgers.all().filter(({ isClosed }) => !isClosed)).toHaveLength(3);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/5 pass/) as string });
  });
  it('says what the staging system said when it refused', async () => {
    const service = await startService();
    const url = service.provisioner;
    const refused = await provision(
      `STAGING_ADMIN_URL='${url}' sh '${script}'`,
      { kind: 'credit-balance', credits: -1 },
      new AbortController().signal,
    );
    await service.close();
    expect(refused).toMatchObject({
      is: 'failed',
      because: expect.stringMatching(
        /^the provisioner failed: exit code 1 .*the staging system refused: .*bad_workspace/s,
      ) as string,
    });
  });
});
