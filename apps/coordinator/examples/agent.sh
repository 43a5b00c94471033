#!/bin/sh
# An agent in shell, with curl: sh agent.sh. Replace `think` with your model.
set -eu

call() {
  # The token is passed on standard input, because other users can see arguments.
  printf 'header = "authorization: Bearer %s"\n' "$GALLEY_WORKER_TOKEN" |
    curl --config - --silent --show-error --fail "$GALLEY_MCP_URL" \
      --header 'content-type: application/json' \
      --header 'accept: application/json, text/event-stream' \
      --header 'mcp-protocol-version: 2025-06-18' \
      --data "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"$1\",\"arguments\":$2}}" \
      >answer.txt
  if grep -q -e '"isError":true' -e '"error":{' answer.txt; then
    printf '%s failed: ' "$1" >&2
    cat answer.txt >&2
    exit 1
  fi
  # Each line of this form is an event that Galley stores with the session.
  printf '{"kind":"tool_call","id":"%s","tool":"%s","input":%s}\n' "$1" "$1" "$2"
}

think() {
  printf 'I have read %d lines.' "$(wc -l <prompt.txt)"
}

cd "$HOME"
cat >prompt.txt
call agent_turn_start "{\"request_event_id\":$GALLEY_TURN,\"idempotency_key\":\"start-$GALLEY_TURN\"}"
answer=$(think)
printf '{"kind":"message","text":"%s"}\n' "$answer"
call agent_turn_complete "{\"request_event_id\":$GALLEY_TURN,\"idempotency_key\":\"complete-$GALLEY_TURN\",\"summary\":\"$answer\"}"
