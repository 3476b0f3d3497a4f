/** How far honest clocks may differ, in milliseconds. */
export const skewMs: number = 5 * 60_000;
