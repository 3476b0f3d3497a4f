import { withoutOrders } from '../../reports/log-text.ts';

/** Prints what is laid out for people already. It may quote a target, which gives a CI runner that reads along no orders. */
export function print(text: string, screen: { readonly write: (text: string) => unknown } = process.stdout): void {
  screen.write(`${withoutOrders(text)}\n`);
}
