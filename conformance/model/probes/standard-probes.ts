import { noCost } from '../costs.ts';
import { botsCall, nameOfProbe, voicesCall, type CallChange, type Bearer } from '../calls.ts';
import type { Need, Probe } from '../probe.ts';

/** What a probe needs to be given in order to use this token. */
export function needsOf(as: Bearer): readonly Need[] {
  return as === 'none' ? [] : as === 'workspace' ? ['provisioner'] : [as];
}

/** `GET /v1/bots` (4.1); whether it needs a token is not shown. */
export function listBots(as: Bearer = 'token', change: CallChange = {}): Probe {
  return {
    name: nameOfProbe(`list bots as ${as}`, change),
    needs: needsOf(as),
    costs: noCost,
    steps: [() => [botsCall({ as, ...change })]],
  };
}

/** `GET /v1/audio/voices` (4.4), public. */
export function listVoices(as: Bearer = 'none', change: CallChange = {}): Probe {
  return {
    name: nameOfProbe(`list voices as ${as}`, change),
    needs: needsOf(as),
    costs: noCost,
    steps: [() => [voicesCall({ as, ...change })]],
  };
}
