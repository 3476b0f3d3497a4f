#!/bin/sh
# Makes a workspace for assay: JSON on stdin, {"token": "…", "botId": "…"} on stdout, anything else on stderr.
# If that also says "deletes": true, {"delete": "<token>"} comes on stdin when the workspace is no longer needed. It is
# forwarded in the same way, and exit code 0 confirms it.
#   --provisioner 'STAGING_ADMIN_URL=… STAGING_ADMIN_TOKEN=… sh provisioner.sh'
set -eu
: "${STAGING_ADMIN_URL:?the URL that makes workspaces}"
workspace=$(cat)
answer=$(printf '%s' "$workspace" | curl --silent --show-error --fail-with-body --max-time 20 \
  --header 'Content-Type: application/json' \
  ${STAGING_ADMIN_TOKEN:+--header "Authorization: Bearer $STAGING_ADMIN_TOKEN"} \
  --data-binary @- "$STAGING_ADMIN_URL") || { echo "the staging system refused: $answer" >&2; exit 1; }
# If your system uses another name for the token, rename it here, for example with: jq '{token: .apiKey, botId: .defaultBot}'
printf '%s\n' "$answer"
