#!/bin/sh
# Staging in CI, for any system that runs a shell script and stores a folder:
#   ASSAY_TARGET=https://staging.example.com ASSAY_TOKEN=… sh staging.sh deploy     # checks, after each deploy
#   … sh staging.sh night                                                           # fuzzes
#   … ASSAY_BASELINE=results/of/the/last/release/load sh staging.sh release         # checks, times, compares
# Secrets come as ASSAY_TOKEN, ASSAY_OTHER_TOKEN and ASSAY_PROVISIONER. The results are in ASSAY_OUT (assay-results):
# store that folder, also after a failure. Exit code: 0 if everything passed, 1 if something failed, 2 if something is
# inconclusive, 3 for a mistake in the settings, 70 for a defect of assay.
set -u
# With CI set a forgotten target is a mistake, and never starts assay's own reference service.
export CI="${CI:-true}"
assay="${ASSAY:-npx assay}"
out="${ASSAY_OUT:-assay-results}"
worst=0

# Runs assay, and remembers the worst exit code; a mistake, a defect or an interruption ends the script.
run() {
  # shellcheck disable=SC2086 # The command may be of several words.
  $assay "$@"
  code=$?
  case $code in
    0) ;;
    1) worst=1 ;;
    2) [ "$worst" -eq 1 ] || worst=2 ;;
    *) exit "$code" ;;
  esac
}

# The verdict about the measurement. The exit code does not show it: a conformance failure decides that too.
measurement() {
  sed -n '/^  "validity": {/,/^  }/s/^    "is": "\(.*\)".*/\1/p' "$out/load/load.json" 2>/dev/null
}

case "${1:-}" in
  deploy)
    run check --max-credits "${ASSAY_CREDITS:-1500}" --out "$out/check"
    ;;
  night)
    run fuzz --time "${ASSAY_TIME:-20m}" --max-credits "${ASSAY_CREDITS:-3000}" --out "$out/fuzz"
    ;;
  release)
    run check --max-credits "${ASSAY_CREDITS:-1500}" --out "$out/check"
    run load stream --rate 5 --duration "${ASSAY_TIME:-120s}" --max-credits "${ASSAY_CREDITS:-2000}" \
      --slo 'ttft.p95<800ms, failures<1%' --gate "$out/check" --out "$out/load"
    if [ "$(measurement)" != valid ]; then
      echo 'Not compared: the measurement is not valid.'
    elif [ -n "${ASSAY_BASELINE:-}" ]; then
      run compare "$ASSAY_BASELINE" "$out/load" --fail-if 'ttft.p50>+10%' --out "$out/compare"
    else
      echo 'Not compared: ASSAY_BASELINE is not set.'
    fi
    ;;
  *)
    echo "usage: sh $0 deploy, night or release" >&2
    exit 3
    ;;
esac
exit "$worst"
