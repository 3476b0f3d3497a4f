/** True for an error with this code, as Node and its libraries set it: `ENOENT`, `ERR_BUFFER_TOO_LARGE`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
