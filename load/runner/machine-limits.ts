import { readFileSync } from 'node:fs';

/** Limits of this machine on a load. A limit is absent where the system does not report it. */
export type MachineLimits = {
  /** Number of local ports for connections. */
  readonly ports?: number;
  /** Number of files and connections of a process. */
  readonly fileHandles?: number;
};

/** Linux reports both in /proc. Go itself raises the soft limit of file handles to the hard limit. */
export function machineLimits(read: (path: string) => string = textOrNone): MachineLimits {
  const [low, high] = read('/proc/sys/net/ipv4/ip_local_port_range').trim().split(/\s+/).map(Number);
  const handles = /^Max open files\s+\S+\s+(\d+)/m.exec(read('/proc/self/limits'))?.[1];
  return {
    ...(low && high && { ports: high - low + 1 }),
    ...(handles !== undefined && { fileHandles: Number(handles) }),
  };
}

function textOrNone(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** File handles for k6 itself, its DNS sockets and the result files. */
const ownHandles = 100;

/** Warnings of limits of this machine that would make requests fail, each with a remedy. Empty where there are none. */
export function limitWarnings({ ports, fileHandles }: MachineLimits, maxInFlight: number): readonly string[] {
  const warnings: string[] = [];
  if (ports !== undefined && maxInFlight > ports * 0.9) {
    warnings.push(
      `${maxInFlight} requests in flight need as many ports, and this machine has ${ports}: widen them (sysctl -w net.ipv4.ip_local_port_range="1024 65535") or lower --max-in-flight`,
    );
  }
  if (fileHandles !== undefined && maxInFlight + ownHandles > fileHandles) {
    warnings.push(
      `${maxInFlight} requests in flight need ${maxInFlight + ownHandles} file handles, and this process may have ${fileHandles}: raise them (ulimit -n) or lower --max-in-flight`,
    );
  }
  return warnings;
}
