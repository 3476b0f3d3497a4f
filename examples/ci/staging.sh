#!/bin/sh
# Staging in CI, for any system that runs a shell script and keeps a folder:
#   ASSAY_TARGET=https://staging.example.com ASSAY_TOKEN=… sh staging.sh deploy     # checks, after each deploy
#   … sh staging.sh night                                                           # fuzzes
#   … ASSAY_BASELINE=results/of/the/last/release/load sh staging.sh release         # checks, times, compares
# Secrets come as ASSAY_TOKEN, ASSAY_OTHER_TOKEN and ASSAY_PROVISIONER. The results are in ASSAY_OUT (assay-results):
# keep that folder, also after a failure. Ends 0 where everything passed, 1 where something failed, 2 where something
# could not be judged, 3 for a mistake in the settings, 70 for a defect of assay.
set -u
# With CI set a forgotten target is a mistake, and never the reference service that assay brings along.
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

# What the instrument's verdict is. The exit code does not tell: a conformance failure decides it too.
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
      echo 'Not compared: there is no valid measurement.'
    elif [ -n "${ASSAY_BASELINE:-}" ]; then
      run compare "$ASSAY_BASELINE" "$out/load" --fail-if 'ttft.p50>+10%' --out "$out/compare"
    else
      echo 'Not compared: there is no ASSAY_BASELINE.'
    fi
    ;;
  *)
    echo "usage: sh $0 deploy, night or release" >&2
    exit 3
    ;;
esac
exit "$worst"
