import type { Judgement } from '../model/check.ts';

/** A bot may have no memory (2.3): only its owner knows whether it should have one. */
export const noMemoryShown: Extract<Judgement, { readonly inconclusive: string }> = {
  inconclusive:
    'the bot showed no memory here of what it was told: name one that remembers with --bot; if this one does, its sessions may not be kept',
};
