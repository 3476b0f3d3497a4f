/** A variable with this prefix is declared by its owner to be no secret. */
export const publicPrefix = 'ASSAY_PUBLIC_';

/**
 * Variables that a CI system sets and shows itself: what is built, by which job, and in which folder. Those of GitHub
 * Actions, of GitLab (where CI_JOB_TOKEN and CI_REPOSITORY_URL are secrets), of Jenkins with its Git plugin, of shells,
 * and those of settings with the same name.
 */
const ofTheJob = new Set(
  `GITHUB_ACTOR GITHUB_BASE_REF GITHUB_EVENT_NAME GITHUB_HEAD_REF GITHUB_JOB GITHUB_REF GITHUB_REF_NAME GITHUB_REPOSITORY
  GITHUB_RUN_ATTEMPT GITHUB_RUN_ID GITHUB_RUN_NUMBER GITHUB_SHA GITHUB_WORKFLOW GITHUB_WORKSPACE RUNNER_ARCH RUNNER_NAME
  RUNNER_OS RUNNER_TEMP
  CI_COMMIT_BRANCH CI_COMMIT_REF_NAME CI_COMMIT_REF_SLUG CI_COMMIT_SHA CI_COMMIT_SHORT_SHA CI_COMMIT_TAG
  CI_ENVIRONMENT_NAME CI_ENVIRONMENT_SLUG CI_JOB_ID CI_JOB_NAME CI_MERGE_REQUEST_IID CI_PIPELINE_ID CI_PIPELINE_IID
  CI_PROJECT_DIR CI_PROJECT_NAME CI_PROJECT_PATH
  BRANCH_NAME BUILD_ID BUILD_NUMBER BUILD_TAG CHANGE_ID GIT_BRANCH GIT_COMMIT JOB_NAME WORKSPACE
  HOME PWD TMPDIR
  ASSAY_BOT ASSAY_OTHER_BOT ASSAY_LABEL`.split(/\s+/),
);

/** Whether the value of a variable may be shown to every reader of a report. */
export function isPublicVariable(name: string): boolean {
  return ofTheJob.has(name) || (name.startsWith(publicPrefix) && name.length > publicPrefix.length);
}
