import type { ServerResponse } from 'node:http';
import { withoutSecrets } from '../../input/known-secrets.ts';

/** The pages that listen: what is told goes to all of them. */
type EventStreams = {
  /** False where so many listen that one more is refused. `first` is what it has missed. */
  readonly add: (response: ServerResponse, first: unknown) => boolean;
  readonly tell: (message: unknown) => void;
  /** Tells a last message, and ends with all of them. */
  readonly end: (message: unknown) => Promise<void>;
};

/** People look on at a few places; more would only cost the measurement. */
export const mostStreams = 4;
/** Who takes in so little is left out until then: nothing piles up here. */
const mostWaitingBytes = 256 * 1024;
/** Who has not taken in the last message by then goes without. */
const lastMs = 1_000;

export function eventStreams(): EventStreams {
  const open = new Set<ServerResponse>();
  return {
    add: (response, first) => {
      if (open.size >= mostStreams) return false;
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(eventOf(first));
      open.add(response);
      response.on('close', () => open.delete(response));
      return true;
    },
    tell: (message) => {
      if (open.size === 0) return;
      const event = eventOf(message);
      for (const each of open) if (each.writableLength < mostWaitingBytes) each.write(event);
    },
    end: async (message) => {
      const event = eventOf(message);
      await Promise.all([...open].map((each) => ended(each, event)));
    },
  };
}

function ended(response: ServerResponse, event: string): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, lastMs);
    response.end(event, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** JSON has no line feed of its own. What failed is told in words that may quote the target, which knows the token. */
function eventOf(message: unknown): string {
  return `data: ${withoutSecrets(JSON.stringify(message))}\n\n`;
}
