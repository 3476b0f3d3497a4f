#!/bin/sh
# Makes a workspace for assay: JSON on stdin, {"token": "…", "botId": "…"} on stdout, anything else on stderr.
# Where that says "deletes": true as well, {"delete": "<token>"} comes on stdin once the workspace is done with. It is
# handed on in the same way, and taken back where this ends with 0.
#   --provisioner 'STAGING_ADMIN_URL=… STAGING_ADMIN_TOKEN=… sh provisioner.sh'
set -eu
: "${STAGING_ADMIN_URL:?the address that makes workspaces}"
workspace=$(cat)
answer=$(printf '%s' "$workspace" | curl --silent --show-error --fail-with-body --max-time 20 \
  --header 'Content-Type: application/json' \
  ${STAGING_ADMIN_TOKEN:+--header "Authorization: Bearer $STAGING_ADMIN_TOKEN"} \
  --data-binary @- "$STAGING_ADMIN_URL") || { echo "the staging system refused: $answer" >&2; exit 1; }
# If your system names the token otherwise, rename it here, for example with: jq '{token: .apiKey, botId: .defaultBot}'
printf '%s\n' "$answer"
