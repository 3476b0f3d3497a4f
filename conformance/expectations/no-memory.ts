import type { Judgement } from '../model/check.ts';

/** A bot may have no memory (2.3): only who runs it knows whether this one should. */
export const showedNoMemory: Extract<Judgement, { readonly inconclusive: string }> = {
  inconclusive:
    'the bot showed no memory here of what it was told: name one that remembers with --bot; if this one does, its sessions may not be kept',
};
