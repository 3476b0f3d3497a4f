import type { Exchange } from '../../model/exchange.ts';

/** The bot id in the path, decoded as form data, which accepts any text. */
export function botIdOfChat({ request }: Exchange): string {
  const [, segment = ''] = /\/bots\/([^/?#]+)\/chat/.exec(request.url) ?? [];
  return new URLSearchParams(`id=${segment.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('id') ?? '';
}
