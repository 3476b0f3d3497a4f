import type { PodNeed } from './need.ts';
import type { Variable } from './pod-environment.ts';

/** The values that the manifests of a run are made of. None is a secret. */
export type Manifests = {
  readonly name: string;
  /** The same for equal settings: pods and collector recognise each other by it. */
  readonly run: string;
  readonly pods: number;
  readonly image: string;
  readonly secret: string;
  readonly claim: string | undefined;
  readonly scenario: string;
  readonly environment: readonly Variable[];
  readonly need: PodNeed;
  readonly collector: { readonly name: string; readonly port: number };
  /** Time from the first request until the last pod is given up. */
  readonly withinMs: number;
  /** Bytes of all records. */
  readonly mostBytes: number;
  readonly label: string | undefined;
  /** Files for the pods, by name: a trace, certificates. */
  readonly files: Readonly<Record<string, string>> | undefined;
};

export const collectorPort = 8080;

export const collectorName = (name: string): string => `${name}-collect`;
export const configMapName = (name: string): string => `${name}-files`;

/** The security context that the strictest pod security standard requires. */
export function securityOf(): { readonly pod: object; readonly container: object } {
  return {
    pod: {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    container: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
  };
}
