import type { Credential } from '../contract/formats/reason.ts';
import type { SentAs } from '../contract/formats/exchange.ts';
import type { Exchange, HeaderFields, JudgedNoResponse, Operation, Role } from './exchange.ts';

/** Uses of a metered workspace. */
export type Cost = { readonly chats: number; readonly speeches: number };

/** One of the things that a run may be given to work with, by its name. */
export type { Credential };

/** What a probe cannot do without. */
export type Need =
  | Credential
  | 'bot'
  /** Somebody of another workspace: by the other token, or made by the provisioner. */
  | 'otherWorkspace'
  /** A workspace with nothing left: by the spent token, or made by the provisioner. */
  | 'spentWorkspace';

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
  spentToken: '${ASSAY_SPENT_TOKEN}',
} as const;

/** Secrets by the placeholder that stands for them; a probe's own workspace token is added when it is made. */
export type Secrets = Readonly<Record<string, string>>;

/** Stands for the token of a workspace that a step asked for by this name (letters, digits and `_`, as in a variable). */
export function workspacePlaceholder(name: string): string {
  return `\${WORKSPACE_TOKEN_${name}}`;
}

const workspaceBearer = /^Bearer \$\{WORKSPACE_TOKEN\w*\}$/;

/** True for an `Authorization` with the token of a workspace that was made for a probe, as it is. */
export function isWorkspaceBearer(authorization = ''): boolean {
  return workspaceBearer.test(authorization);
}

/** True where such a token stands in it in any form, also with another scheme or a letter too many. */
export function containsWorkspaceToken(text = ''): boolean {
  return text.includes(placeholders.workspace.slice(0, -1));
}

/** Whether it has any token, as it was given or made, and perhaps more around it. */
export function containsToken(text: string): boolean {
  const given = [placeholders.token, placeholders.otherToken, placeholders.spentToken];
  return containsWorkspaceToken(text) || given.some((token) => text.includes(token));
}

/** What of its answers is part of what is judged, though of any other call it says that nothing can be. */
export type Judges = {
  /** A 402: not a sign that the caller's own account ran dry. */
  readonly status402?: boolean;
  /** A 429, 502, 503 or 504 that stays through every attempt: a control, or the probe's proof, tells it from an outage. */
  readonly steadyRefusal?: boolean;
  /** A speech that was sent to its end, though not all of it is kept: it was answered, and that is what counts. */
  readonly unkept?: boolean;
  /** What silence. */
  readonly noResponse?: JudgedNoResponse;
};

/** One request to make. `path` starts with `/`; secrets are placeholders. */
export type Call = {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderFields;
  readonly body?: string | Uint8Array;
  /** What it is among the calls of its probe: its exchange is found by that. */
  readonly role?: Role;
  readonly judges?: Judges;
  readonly charge?: Charge;
  readonly goes?: Goes;
  readonly unusual?: Unusual;
  /** So long passes before it is sent for the first time. */
  readonly pauseMs?: number;
};

/**
 * Another attempt could be charged a second time: after one that may have been charged, the probe stops. Of the first use
 * of a fresh workspace that covers it, a 402 is told from a balance that comes late by another attempt.
 */
export type Charge = 'once' | 'onceFirstCovered';

/** When and where it is sent, if not in its turn on a connection that is there. */
export type Goes =
  /** Behind whatever waits to be sent: time passes meanwhile, and nobody waits for it. */
  | 'late'
  /** Though calls of its kind hung before; where it succeeds they may be sent again. */
  | 'despiteHangs'
  /** The first on a connection of its own: what that carried before would be of consequence. */
  | 'onNewConnection'
  /** On a connection that is there, also in a probe with nothing else in between: what it takes to open one is no time between. */
  | 'rightBehind';

/** What no HTTP client does by itself. */
export type Unusual =
  /** These bytes are sent, on a connection of its own; `method`, `path` and `operation` say what they are for. */
  | { readonly is: 'raw'; readonly bytes: RawCall }
  /** The client closes the connection after so many pieces of the body. */
  | { readonly is: 'left'; readonly afterPieces: number }
  /** Placeholders in the body are filled in too, as JSON strings hold them. */
  | { readonly is: 'revealed' };

/** The bytes that are sent in the place of an ordinary request. */
export function rawOf({ unusual }: Pick<Call, 'unusual'>): RawCall | undefined {
  return unusual?.is === 'raw' ? unusual.bytes : undefined;
}

/** Bytes as they are; see `raw-text.ts` for the placeholders of the target. */
export type RawCall = {
  /** The first at once, each further one when something was answered to those before it. */
  readonly sends: readonly string[];
  /** How many final answers are waited for; 1 where absent. */
  readonly answers?: number;
  /** Each further part is a request of its own: it waits for the whole answer before it, and has a time limit of its own. */
  readonly inTurn?: true;
  /** Behind the last of them the end of the connection is waited for, up to the time limit: it is part of what is judged. */
  readonly awaitsEnd?: true;
  /** Says after a moment that nothing more will come, though the request is not complete. */
  readonly halfCloses?: true;
  /** Within the bytes of the first such letter the sending pauses for a moment, as between two packets. */
  readonly tears?: string;
};

/** What a step may build its request from: all of it is recorded, so that a stored run can be judged again. */
export type Known = {
  readonly bot: string;
  /** The bot of each workspace that an earlier step asked for, by its name. */
  readonly bots: Readonly<Record<string, string>>;
  /** The bot that was named for the other token. */
  readonly otherBot?: string;
  readonly credentials: readonly Credential[];
  readonly seen: readonly Exchange[];
  /** A text that no service has heard before, the same for the same label, probe and seed. */
  readonly nonce: (label: string) => string;
};

/** The next requests, those of one step at once; fresh workspaces for later steps; or why the probe cannot go on. */
export type Step = (known: Known) => readonly Call[] | Make | { readonly stop: string };

/**
 * Workspaces by the names under which later calls carry their tokens (`workspacePlaceholder`). Where one of them cannot be
 * had the probe stops, or goes on without them all where they are optional.
 */
export type Make = { readonly make: Readonly<Record<string, Workspace>>; readonly isOptional?: true };

/** Another probe that shows what a steady "not now" means: sent where one came, and once for all that it concerns. */
export type Proof = { readonly probe: Probe; readonly isProven: (seen: readonly Exchange[]) => boolean };

/** What a check sends. Probes of one name are one probe, and sent once however many checks share it. */
export type Probe = {
  readonly name: string;
  /** Where the engine sends it under another name than its own. */
  readonly sentAs?: SentAs;
  readonly needs: readonly Need[];
  /** The most that it can use up of the caller's own account. */
  readonly costs: Cost;
  /** A fresh workspace that the provisioner makes for this probe alone. */
  readonly workspace?: Workspace;
  /** It begins early in the run, though its place is a later one: what it ends with goes late. */
  readonly early?: true;
  readonly pace?: Pace;
  /** Each call is a case of its own: it is judged by itself, and nothing that went before it has to be sent with it. */
  readonly isCases?: true;
  readonly steps: readonly Step[];
  readonly again?: Again;
  readonly refusals?: Refusals;
  /** A part of it, which is sent instead where the credits do not suffice for the whole. */
  readonly part?: Probe;
};

/** Which of its calls are sent together, if not those of each step. */
export type Pace =
  /** Those of a step have nothing to do with each other, and need not begin together. */
  | 'singly'
  /** Each step is sent while nothing else is under way. */
  | 'eachStepAlone'
  /** The same, with nothing else between its steps either, and a connection of its own for each call. */
  | 'aloneThroughout'
  /** The same, and those of a step need not begin together. */
  | 'aloneThroughoutSingly';

/** Whether it is sent while nothing else is under way, whatever waits. */
export function isAlone({ pace, again }: Pick<Probe, 'pace' | 'again'>): boolean {
  return pace === 'eachStepAlone' || isAloneThroughout({ pace }) || isPatient({ again });
}

export function isAloneThroughout({ pace }: { readonly pace?: Pace | undefined }): boolean {
  return pace === 'aloneThroughout' || pace === 'aloneThroughoutSingly';
}

/** Whether those of a step need not begin together. */
export function goesSingly({ pace }: Pick<Probe, 'pace'>): boolean {
  return pace === 'singly' || pace === 'aloneThroughoutSingly';
}

/** Why it may be sent once more from its beginning. */
export type Again =
  /**
   * Chance, or what other probes sent, may be to blame for what was seen: a bot that declined, a session that had to make room
   * for theirs (8.2: how many a service keeps is not shown). Then it is sent by itself, and that is judged.
   */
  | { readonly is: 'byItself'; readonly isWorth: (seen: readonly Exchange[]) => boolean }
  /**
   * It was put off, or had too little time, and nobody knows whether that was charged: it has workspaces that are as fresh, and
   * words that are as new. `isPatient`: it had too little time, so that each of its calls may take three times as long.
   */
  | { readonly is: 'anew'; readonly isPatient?: true };

export function byItselfIf(isWorth: (seen: readonly Exchange[]) => boolean): Again {
  return { is: 'byItself', isWorth };
}

export function isWorthRepeating({ again }: Pick<Probe, 'again'>, seen: readonly Exchange[]): boolean {
  return again?.is === 'byItself' && again.isWorth(seen);
}

export function isPatient({ again }: { readonly again?: Again | undefined }): boolean {
  return again?.is === 'anew' && again.isPatient === true;
}

/** What tells a refusal for a balance from one for the moment. */
export type Refusals =
  /** Another probe: without it, what the calls judge of a steady "not now" is an outage. */
  | { readonly is: 'proven'; readonly by: Proof }
  /**
   * Its own exchanges, whose status may be another than it has to be: where these show what those are told whose balance covers
   * no chat, nothing of that is judged where others are told so, and they need not be asked again.
   */
  | { readonly is: 'shown'; readonly isShown: Proof['isProven'] };

export function proofOf({ refusals }: Pick<Probe, 'refusals'>): Proof | undefined {
  return refusals?.is === 'proven' ? refusals.by : undefined;
}

/** Whether it shows what those are told whose balance covers no chat. */
export function showsRefusals({ refusals }: Pick<Probe, 'refusals'>, seen: readonly Exchange[]): boolean {
  return refusals?.is === 'shown' && refusals.isShown(seen);
}
