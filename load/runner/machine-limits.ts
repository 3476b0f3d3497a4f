import { readFileSync } from 'node:fs';

/** What of this machine bounds a load; absent where the system does not say. */
export type MachineLimits = {
  /** Ports that connections may leave from. */
  readonly ports?: number;
  /** Files and connections of one process. */
  readonly fileHandles?: number;
};

/** Linux says both in /proc. Go raises the soft limit of file handles to the hard one by itself. */
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

/** k6 itself, its sockets for DNS and the result files. */
const ownHandles = 100;

/** What would make requests fail for want of this machine, each with what to do; empty where nothing would. */
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
