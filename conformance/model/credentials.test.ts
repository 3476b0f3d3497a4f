import { describe, expect, it } from 'vitest';
import { missingCredential, missingCredentialFor, type Credentials } from './credentials.ts';
import { noCost } from './costs.ts';
import type { Need, Probe } from './probe.ts';

const because = (needs: readonly Need[], credentials: Credentials): string | undefined =>
  missingCredential(needs, credentials)?.because;

describe('what a probe needs', () => {
  it('is a bot without any credentials: the target lists one', () => {
    expect(because([], {})).toBeUndefined();
    expect(because(['bot'], {})).toBeUndefined();
  });
  it.each<readonly [need: Need, because: string]>([
    ['token', 'no token was given: --token or ASSAY_TOKEN'],
    ['otherToken', 'no second token was given: ASSAY_OTHER_TOKEN'],
    ['otherWorkspace', 'no second workspace was given: --other-token or ASSAY_OTHER_TOKEN, or --provisioner'],
    ['spentToken', 'no spent token was given: --spent-token or ASSAY_SPENT_TOKEN'],
    [
      'spentWorkspace',
      'no workspace without credits left was given: --spent-token or ASSAY_SPENT_TOKEN, or --provisioner',
    ],
    ['provisioner', 'no provisioner was given: --provisioner or ASSAY_PROVISIONER'],
  ])('is told where it was not given: %s', (need, says) => {
    expect(because([need], {})).toBe(says);
  });
  it('is a workspace by its token, or by a provisioner, but a token by itself alone', () => {
    for (const credentials of [{ otherToken: 't' }, { provisioner: 'p' }])
      expect(because(['otherWorkspace'], credentials)).toBeUndefined();
    for (const credentials of [{ spentToken: 't' }, { provisioner: 'p' }])
      expect(because(['spentWorkspace'], credentials)).toBeUndefined();
    expect(because(['otherWorkspace'], { spentToken: 't' })).toContain('no second workspace');
    expect(because(['otherToken'], { provisioner: 'p' })).toContain('no second token');
    expect(because(['spentToken'], { provisioner: 'p' })).toContain('no spent token');
  });
  it('is told by the first that is missing, in fields too', () => {
    expect(missingCredential(['token', 'bot', 'provisioner', 'spentToken'], { token: 't' })?.about).toEqual({
      is: 'missing',
      what: 'provisioner',
      name: 'provisioner',
      advice: '--provisioner or ASSAY_PROVISIONER',
    });
  });
  it('is asked of a check and of its positive control', () => {
    const probe = (needs: readonly Need[]): Probe => ({ name: needs.join(), needs, costs: noCost, steps: [] });
    const check = { id: 'a.b/c', probe: probe([]), positiveControl: { probe: probe(['provisioner']) } };
    expect(missingCredentialFor(check, {})?.because).toContain('no provisioner');
    expect(missingCredentialFor(check, { provisioner: 'p' })).toBeUndefined();
    expect(missingCredentialFor({ id: 'a.b/d' }, {})).toBeUndefined();
  });
});
