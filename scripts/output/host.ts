type Act = () => void;
type Name = 'SIGINT' | 'SIGTERM';

/** What a command has of the process that it runs in. */
export type Host = {
  readonly signals: {
    readonly on: (name: Name, act: Act) => unknown;
    readonly off: (name: Name, act: Act) => unknown;
  };
  /** Told where results go, so that a command which has to be ended leaves a word on them. */
  readonly keepsIn: (folder: string) => void;
};

let current: Host = { signals: process, keepsIn: () => undefined };

export function host(): Host {
  return current;
}

/** For a command that runs in a thread of its own, to which no signal comes. */
export function runOn(other: Host): void {
  current = other;
}
