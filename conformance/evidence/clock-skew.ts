/** Clocks are that far apart where nobody cheats, in milliseconds. */
export const skewMs: number = 5 * 60_000;
