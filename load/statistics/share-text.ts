/** Three digits: what stands behind them is noise. */
export function threeDigits(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** `0.34 %`. */
export function shareText(share: number): string {
  return `${threeDigits(share * 100)} %`;
}
