import type { Credential } from '../contract/formats/reason.ts';
import type { SentAs } from '../contract/formats/exchange.ts';
import type { Exchange, HeaderFields, JudgedNoResponse, Operation, Role } from './exchange.ts';

/** Uses of a metered workspace. */
export type Cost = { readonly chats: number; readonly speeches: number };

/** The name of one of the things that a run may be given to work with. */
export type { Credential };

/** What a probe cannot do without. */
export type Need =
  | Credential
  | 'bot'
  /** A caller of another workspace: by the other token, or by a workspace of the provisioner. */
  | 'otherWorkspace'
  /** A workspace with nothing left: by the spent token, or by a workspace of the provisioner. */
  | 'spentWorkspace';

/**
 * A metered account as a provisioner makes it. An absent number means 0, an absent limit none, an absent caller
 * `apiKey`.
 */
export type Workspace = {
  readonly kind: 'credit-balance' | 'enterprise-pooled' | 'enterprise-per-user';
  readonly credits?: number;
  readonly includedRequests?: number;
  readonly includedTts?: number;
  readonly caller?: 'apiKey' | 'member';
  readonly memberRequestLimit?: number;
  readonly memberTtsLimit?: number;
};

/** Placeholders, in headers and paths, for secrets that only the sender knows. */
export const placeholders = {
  token: '${ASSAY_TOKEN}',
  otherToken: '${ASSAY_OTHER_TOKEN}',
  workspace: '${WORKSPACE_TOKEN}',
  spentToken: '${ASSAY_SPENT_TOKEN}',
} as const;

/** Secrets by their placeholders; the token of a probe's own workspace is added when that is made. */
export type Secrets = Readonly<Record<string, string>>;

/**
 * The placeholder for the token of a workspace that a step asked for by this name (letters, digits and `_`, as in a
 * variable).
 */
export function workspacePlaceholder(name: string): string {
  return `\${WORKSPACE_TOKEN_${name}}`;
}

const workspaceBearer = /^Bearer \$\{WORKSPACE_TOKEN\w*\}$/;

/** True for an `Authorization` with the unchanged token of a workspace that was made for a probe. */
export function isWorkspaceBearer(authorization = ''): boolean {
  return workspaceBearer.test(authorization);
}

/** True where such a token stands in the text in any form, also with another scheme or an additional letter. */
export function containsWorkspaceToken(text = ''): boolean {
  return text.includes(placeholders.workspace.slice(0, -1));
}

/** Whether the text has any token that was given or made, with or without more around it. */
export function containsToken(text: string): boolean {
  const given = [placeholders.token, placeholders.otherToken, placeholders.spentToken];
  return containsWorkspaceToken(text) || given.some((token) => text.includes(token));
}

/** Answers that a call judges, though for any other call they mean that nothing can be judged. */
export type JudgedOutcomes = {
  /** A 402: for other calls, a sign that the caller's own account is empty. */
  readonly status402?: boolean;
  /**
   * A 429, 502, 503 or 504 that stays through every attempt: a control, or the probe's proof, tells it from an outage.
   */
  readonly steadyRefusal?: boolean;
  /** A speech that was sent to its end, though not all of it is kept: only that it was answered counts. */
  readonly unkept?: boolean;
  /** Which missing responses. */
  readonly noResponse?: JudgedNoResponse;
};

/** One request to make. `path` starts with `/`; secrets are placeholders. */
export type Call = {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderFields;
  readonly body?: string | Uint8Array;
  /** Its role among the calls of its probe, by which its exchange is found. */
  readonly role?: Role;
  readonly judges?: JudgedOutcomes;
  readonly charge?: Charge;
  readonly goes?: SendMode;
  readonly unusual?: Unusual;
  /** Pause before it is sent for the first time. */
  readonly pauseMs?: number;
};

/**
 * How a call may be charged. `once`: a further attempt could be charged a second time, so that the probe stops after an
 * attempt that may have been charged. `onceFirstCovered`: the same for the first use of a fresh workspace that covers
 * it; there another attempt tells whether a 402 only means that the balance comes late.
 */
export type Charge = 'once' | 'onceFirstCovered';

/** When and where a call is sent, if not in its turn on an existing connection. */
type SendMode =
  /** After everything that waits to be sent: time passes meanwhile, and nobody waits for the call. */
  | 'late'
  /** Although calls of its kind hung before; where it succeeds, they may be sent again. */
  | 'despiteHangs'
  /** As the first on a connection of its own, where earlier requests on a connection would matter. */
  | 'onNewConnection'
  /**
   * On an existing connection, also in a probe with nothing else in between: opening one would take time between the
   * calls.
   */
  | 'rightBehind';

/** What no HTTP client does by itself. */
export type Unusual =
  /** These bytes are sent, on a connection of its own; `method`, `path` and `operation` say what they are for. */
  | { readonly is: 'raw'; readonly bytes: RawCall }
  /** The client closes the connection after this many pieces of the body. */
  | { readonly is: 'left'; readonly afterPieces: number }
  /** The same this long after the request was begun on a connection, mostly before the answer; 0 for at once. */
  | { readonly is: 'left'; readonly afterMs: number }
  /** Placeholders in the body are filled in too, escaped for JSON strings. */
  | { readonly is: 'revealed' };

/** The raw bytes that are sent instead of an ordinary request; undefined for an ordinary call. */
export function rawOf({ unusual }: Pick<Call, 'unusual'>): RawCall | undefined {
  return unusual?.is === 'raw' ? unusual.bytes : undefined;
}

/** Bytes as they are; see `raw-text.ts` for the placeholders of the target. */
export type RawCall = {
  /** The first is sent at once, each further one when those before it were answered with anything. */
  readonly sends: readonly string[];
  /** How many final answers are waited for; 1 where absent. */
  readonly answers?: number;
  /**
   * Each further part is a request of its own: it waits for the whole answer before it, and has a time limit of its
   * own.
   */
  readonly inTurn?: true;
  /** After the last answer the end of the connection is waited for, up to the time limit: it is judged too. */
  readonly awaitsEnd?: true;
  /** The client says after a moment that nothing more will come, though the request is not complete. */
  readonly halfCloses?: true;
  /** Within the bytes of the first such letter the sending pauses for a moment, as between two packets. */
  readonly tears?: string;
};

/** What a step may build its request from: all of it is recorded, so that a stored run can be judged again. */
export type StepInputs = {
  readonly bot: string;
  /** The bot of each workspace that an earlier step asked for, by its name. */
  readonly bots: Readonly<Record<string, string>>;
  /** The bot that was given for the other token. */
  readonly otherBot?: string;
  readonly credentials: readonly Credential[];
  readonly seen: readonly Exchange[];
  /** A text that no service has heard before, the same for the same label, probe and seed. */
  readonly nonce: (label: string) => string;
};

/**
 * A step returns its requests, which are sent together; or fresh workspaces for later steps; or why the probe cannot go
 * on.
 */
export type Step = (known: StepInputs) => readonly Call[] | WorkspaceRequest | { readonly stop: string };

/**
 * Workspaces by the names under which later calls carry their tokens (`workspacePlaceholder`). Where one of them cannot
 * be made, the probe stops. If they are optional, it goes on without all of them.
 */
export type WorkspaceRequest = { readonly make: Readonly<Record<string, Workspace>>; readonly isOptional?: true };

/**
 * Another probe that shows what a steady "not now" means: it is sent where one came, once for all probes with this
 * proof.
 */
export type Proof = { readonly probe: Probe; readonly isProven: (seen: readonly Exchange[]) => boolean };

/** What a check sends. Probes with the same name are one probe, and sent once however many checks share it. */
export type Probe = {
  readonly name: string;
  /** Set where the engine sends it under another name than its own. */
  readonly sentAs?: SentAs;
  readonly needs: readonly Need[];
  /** The most that it can use up of the caller's own account. */
  readonly costs: Cost;
  /** A fresh workspace that the provisioner makes for this probe alone. */
  readonly workspace?: Workspace;
  /** It begins early in the run, before its usual turn: its last calls go late. */
  readonly early?: true;
  readonly pace?: Pace;
  /** Each call is a case of its own: it is judged by itself, and no earlier call has to be sent with it. */
  readonly isCases?: true;
  readonly steps: readonly Step[];
  readonly again?: RepeatRule;
  readonly refusals?: Refusals;
  /** A part of it, which is sent instead where the credits do not suffice for the whole. */
  readonly part?: Probe;
};

/** Which of its calls are sent together, if not those of each step. */
export type Pace =
  /** The calls of a step are independent of each other, and need not begin together. */
  | 'singly'
  /** Each step is sent while nothing else is under way. */
  | 'eachStepAlone'
  /** The same, with nothing else between its steps either, and a connection of its own for each call. */
  | 'aloneThroughout'
  /** The same, and the calls of a step need not begin together. */
  | 'aloneThroughoutSingly';

/** Whether it is sent while nothing else is under way, whatever waits. */
export function isSentAlone({ pace, again }: Pick<Probe, 'pace' | 'again'>): boolean {
  return pace === 'eachStepAlone' || hasTargetToItself({ pace }) || isPatient({ again });
}

export function hasTargetToItself({ pace }: { readonly pace?: Pace | undefined }): boolean {
  return pace === 'aloneThroughout' || pace === 'aloneThroughoutSingly';
}

/** Whether the calls of a step need not begin together. */
export function sendsIndependently({ pace }: Pick<Probe, 'pace'>): boolean {
  return pace === 'singly' || pace === 'aloneThroughoutSingly';
}

/** Why a probe may be sent once more from its beginning. */
export type RepeatRule =
  /**
   * What was seen may be due to chance, or to other probes: a bot declined, or a session had to make room for theirs
   * (8.2: how many a service keeps is not shown). Then it is sent by itself, and that is judged.
   */
  | { readonly is: 'byItself'; readonly isWorthwhile: (seen: readonly Exchange[]) => boolean }
  /**
   * It was put off, or had too little time, so that it is unknown what was charged: it is sent again with fresh
   * workspaces and new nonces. `isPatient`: it had too little time, so that each of its calls may take three times as
   * long.
   */
  | { readonly is: 'anew'; readonly isPatient?: true };

/** The step, where `isDue`; otherwise nothing is sent in its place. */
export function stepIf(isDue: (known: StepInputs) => boolean, step: Step): Step {
  return (known) => (isDue(known) ? step(known) : []);
}

export function repeatAloneIf(isWorth: (seen: readonly Exchange[]) => boolean): RepeatRule {
  return { is: 'byItself', isWorthwhile: isWorth };
}

export function isWorthRepeating({ again }: Pick<Probe, 'again'>, seen: readonly Exchange[]): boolean {
  return again?.is === 'byItself' && again.isWorthwhile(seen);
}

export function isPatient({ again }: { readonly again?: RepeatRule | undefined }): boolean {
  return again?.is === 'anew' && again.isPatient === true;
}

/** What tells a refusal for a balance from one for the moment. */
export type Refusals =
  /** Another probe proves it: without the proof, a steady "not now" is an outage. */
  | { readonly is: 'proven'; readonly by: Proof }
  /**
   * Its own exchanges show it, whose status need not be the right one. They show the refusal of callers whose balance
   * covers no chat: where other requests get the same refusal, nothing is judged by it, and they are not sent again.
   */
  | { readonly is: 'shown'; readonly isShown: Proof['isProven'] };

export function proofOf({ refusals }: Pick<Probe, 'refusals'>): Proof | undefined {
  return refusals?.is === 'proven' ? refusals.by : undefined;
}

/** Whether it shows the refusal of callers whose balance covers no chat. */
export function provesRefusals({ refusals }: Pick<Probe, 'refusals'>, seen: readonly Exchange[]): boolean {
  return refusals?.is === 'shown' && refusals.isShown(seen);
}
