/** `0.34 %`. */
export function shareText(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}
