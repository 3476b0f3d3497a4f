import type { Exchange, HeaderFields, Operation } from './exchange.ts';

/** Uses of a metered workspace. */
export type Cost = { readonly chats: number; readonly speeches: number };

/** What a probe cannot do without. */
export type Need = 'token' | 'otherToken' | 'provisioner' | 'bot';

/** A metered account as a provisioner makes it; absent numbers are 0, absent limits none, an absent caller `apiKey`. */
export type Workspace = {
  readonly kind: 'credit-balance' | 'enterprise-pooled' | 'enterprise-per-user';
  readonly credits?: number;
  readonly includedRequests?: number;
  readonly includedTts?: number;
  readonly caller?: 'apiKey' | 'member';
  readonly memberRequestLimit?: number;
  readonly memberTtsLimit?: number;
};

/** Stands in a header or path for a secret that only the sender knows. */
export const placeholders = {
  token: '${ASSAY_TOKEN}',
  otherToken: '${ASSAY_OTHER_TOKEN}',
  workspace: '${WORKSPACE_TOKEN}',
} as const;

/** One request to make. `path` starts with `/`; secrets are placeholders. */
export type Call = {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderFields;
  readonly body?: string | Uint8Array;
  /** A 402 is part of what is judged, not a sign that the caller's own account ran dry. */
  readonly judges402?: boolean;
};

/** What a step may build its request from: all of it is recorded, so that a stored run can be judged again. */
export type Known = {
  readonly bot: string;
  readonly seen: readonly Exchange[];
  /** A text that no service has heard before, the same for the same label, probe and seed. */
  readonly nonce: (label: string) => string;
};

/** The next requests, those of one step at once; or why the probe cannot go on. */
export type Step = (known: Known) => readonly Call[] | { readonly stop: string };

/** What a check sends. Probes of one name are one probe, and sent once however many checks share it. */
export type Probe = {
  readonly name: string;
  readonly needs: readonly Need[];
  /** The most that it can use up of the caller's own account. */
  readonly costs: Cost;
  /** A fresh workspace that the provisioner makes for this probe alone. */
  readonly workspace?: Workspace;
  /** Each step is sent while nothing else is under way. */
  readonly alone?: true;
  readonly steps: readonly Step[];
};
