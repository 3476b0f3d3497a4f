/** An error of assay itself while it judged: the reason to report, and where it was thrown. */
type Defect = { readonly because: string; readonly defect: string };

/** Most characters of the message: it may hold what a target sent. */
const longestMessage = 300;

/** The report of an unexpected exception. It says nothing about the target, so all other checks are judged as usual. */
export function defectOf(error: unknown): Defect {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return {
    because: `a defect of assay: ${message.slice(0, longestMessage)}; please report it`,
    defect: stack ?? message,
  };
}
