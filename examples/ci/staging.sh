#!/bin/sh
# Staging in CI, for any system that runs a shell script and stores a folder:
#   ASSAY_TARGET=https://staging.example.com ASSAY_TOKEN=… sh staging.sh deploy     # checks, after each deploy
#   … sh staging.sh night                                                           # fuzzes
#   … ASSAY_BASELINE=results/of/the/last/release/load sh staging.sh release         # checks, times, compares
# It starts `npx assay`, which needs the clone of assay or an installed package; else set ASSAY='node /path/to/assay/scripts/bin.js'.
# Secrets come as ASSAY_TOKEN, ASSAY_OTHER_TOKEN and ASSAY_PROVISIONER. The results are in ASSAY_OUT (assay-results):
# store that folder, also after a failure. Exit code: 0 if everything passed, 1 if something failed, 2 if something is
# inconclusive, 3 for a usage error, 70 for a defect of assay.
# With ASSAY_HISTORY=history results are also kept in that folder, where history.html shows the newest 100 runs over time:
# store it from run to run, and publish it. ASSAY_LABEL names the run there, such as the version that was deployed.
set -u
# With CI set a forgotten target is a usage error, and never starts assay's own reference service.
export CI="${CI:-true}"
assay="${ASSAY:-npx assay}"
out="${ASSAY_OUT:-assay-results}"
worst=0
ran=''

# Runs assay, and remembers the worst exit code; a usage error, a defect or an interruption ends the script.
run() {
  # shellcheck disable=SC2086 # The command may be of several words.
  $assay "$@"
  code=$?
  ran="$ran $1"
  case $code in
    0) ;;
    1) worst=1 ;;
    2) [ "$worst" -eq 1 ] || worst=2 ;;
    *) exit "$code" ;;
  esac
}

# Keeps the results with those of earlier runs, and shows them over time. No exit code comes of it.
remember() {
  [ -n "${ASSAY_HISTORY:-}" ] || return 0
  now=$(date -u +%Y-%m-%dT%H-%M-%SZ)
  for name in $ran; do
    for file in run.json load.json report.html; do
      [ -f "$out/$name/$file" ] || continue
      mkdir -p "$ASSAY_HISTORY/$now/$name"
      cp "$out/$name/$file" "$ASSAY_HISTORY/$now/$name/"
    done
  done
  [ -d "$ASSAY_HISTORY" ] || return 0
  (cd "$ASSAY_HISTORY" && ls -d 20*T*Z 2>/dev/null | sort -r | tail -n +101 | while read -r old; do rm -r "$old"; done)
  # shellcheck disable=SC2086 # As above.
  $assay report --history "$ASSAY_HISTORY"
}

# The verdict about the measurement. The exit code does not show it: a conformance failure decides that too.
measurement() {
  sed -n '/^  "validity": {/,/^  }/s/^    "is": "\(.*\)".*/\1/p' "$out/load/load.json" 2>/dev/null
}

case "${1:-}" in
  deploy)
    run check --max-credits "${ASSAY_CREDITS:-2500}" ${ASSAY_LABEL:+--label "$ASSAY_LABEL"} --out "$out/check"
    ;;
  night)
    run fuzz --time "${ASSAY_TIME:-20m}" --max-credits "${ASSAY_CREDITS:-3000}" ${ASSAY_LABEL:+--label "$ASSAY_LABEL"} --out "$out/fuzz"
    ;;
  release)
    run check --max-credits "${ASSAY_CREDITS:-2500}" ${ASSAY_LABEL:+--label "$ASSAY_LABEL"} --out "$out/check"
    run load stream --rate 5 --duration "${ASSAY_TIME:-120s}" --max-credits "${ASSAY_CREDITS:-2000}" \
      --slo 'ttft.p95<800ms, failures<1%' --gate "$out/check" ${ASSAY_LABEL:+--label "$ASSAY_LABEL"} --out "$out/load"
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
remember
exit "$worst"
