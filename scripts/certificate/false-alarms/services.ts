import {
  combinations,
  startService,
  valid,
  variants,
  withVariant,
  withVariants,
  type Behaviour,
  type CombinationId,
  type VariantId,
} from '../../../fixtures/index.ts';
import { tokens } from '../../../fixtures/servers/business.ts';
import { startExpress } from '../../../fixtures/servers/express.ts';
import { startFastify } from '../../../fixtures/servers/fastify.ts';
import { startGo } from '../../../fixtures/servers/go.ts';
import type { RunningServer } from '../../../fixtures/servers/running.ts';

/** The address of a service and the credentials for it. */
type Reached = {
  readonly url: string;
  readonly token: string;
  readonly otherToken: string;
  readonly spentToken?: string;
  readonly provisioner: string;
  readonly close: () => Promise<void>;
};

/**
 * The default behaviour of a framework is valid even where it is not good practice; a SHOULD says so in its `doneBy`.
 */
export const onFrameworks: Readonly<Record<string, () => Promise<Reached>>> = {
  'on Express': framework(startExpress),
  'on Fastify': framework(startFastify),
  'on Go net/http': framework(startGo),
};

/** Every valid service that this build is tested on, by name; its file in `fixtures` describes it. */
export const validServices: Readonly<Record<string, () => Promise<Reached>>> = {
  'the reference service': ours(valid),
  ...Object.fromEntries(
    (Object.keys(variants) as readonly VariantId[]).map((id) => [`variant ${id}`, ours(withVariant(id))] as const),
  ),
  ...Object.fromEntries(
    (Object.entries(combinations) as readonly (readonly [CombinationId, readonly VariantId[]])[]).map(
      ([id, ids]) => [`combination ${id}`, ours(withVariants(ids))] as const,
    ),
  ),
  ...onFrameworks,
};

function ours(behaviour: Behaviour): () => Promise<Reached> {
  return () => startService({ behaviour, seed: 1 });
}

function framework(start: () => Promise<RunningServer>): () => Promise<Reached> {
  return async () => {
    const { url, close } = await start();
    return { ...tokens, url, close, provisioner: `${url}/provision` };
  };
}
