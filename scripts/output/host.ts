type Act = () => void;
type Name = 'SIGINT' | 'SIGTERM';

/** The parts of its process that a command uses. */
export type ProcessHost = {
  readonly signals: {
    readonly on: (name: Name, act: Act) => unknown;
    readonly off: (name: Name, act: Act) => unknown;
  };
  /** Receives the result folder, so that a command that has to be ended can leave a note there. */
  readonly keepsIn: (folder: string) => void;
};

let current: ProcessHost = { signals: process, keepsIn: () => undefined };

export function currentHost(): ProcessHost {
  return current;
}

/** For a command that runs in a thread, which receives no signals. */
export function setHost(other: ProcessHost): void {
  current = other;
}
