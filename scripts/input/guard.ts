import { withoutSecrets } from './known-secrets.ts';

/** Masks all known secrets in everything that this process prints from now on. */
export function guardTerminal(
  streams: readonly Pick<NodeJS.WriteStream, 'write'>[] = [process.stdout, process.stderr],
): void {
  for (const stream of streams) {
    const write = stream.write.bind(stream) as (chunk: unknown, ...rest: readonly unknown[]) => boolean;
    stream.write = (chunk: unknown, ...rest: readonly unknown[]) =>
      write(typeof chunk === 'string' ? withoutSecrets(chunk) : chunk, ...rest);
  }
}
