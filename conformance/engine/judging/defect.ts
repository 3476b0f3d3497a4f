/** A mistake of assay's own, met while it judged: what is said of it, and where it was made. */
type Defect = { readonly because: string; readonly defect: string };

/** As much of a message as helps: it may hold what a target sent. */
const longestMessage = 300;

/** What was thrown where nothing should be. It says nothing of the target, so that all else is judged as before. */
export function defectOf(error: unknown): Defect {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return {
    because: `a defect of assay: ${message.slice(0, longestMessage)}; please report it`,
    defect: stack ?? message,
  };
}
