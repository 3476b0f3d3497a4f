/** Rounds to three digits: further digits are noise. */
export function threeDigits(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** `0.34 %`. */
export function shareText(share: number): string {
  return `${threeDigits(share * 100)} %`;
}
