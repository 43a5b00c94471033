# Prelude of a followed guide: the programs as its reader has them, and servers that end with the script.
# follow-guides.ts appends the commands of the guide.
set -euo pipefail
servers=()
end() {
  for pid in "${servers[@]}"; do
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
}
trap end EXIT
run_galley() { "$NODE" "$ROOT/apps/cli/main.ts" "$@"; }
# Starts a long-running command, and waits until the check in the first argument succeeds.
stays() {
  local until=$1
  shift
  # Without run_galley: a function behind `&` runs in a subshell, and ending that would leave the server running.
  "$NODE" "$ROOT/apps/cli/main.ts" "$@" >>"$LOG" 2>&1 &
  servers+=($!)
  for _ in $(seq 600); do
    if eval "$until" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  cat "$LOG" >&2
  return 1
}
galley() {
  case "$*" in
    serve*"--port $OTHER"*) stays "grep 'ready site=http://127.0.0.1:$OTHER ' '$LOG'" "$@" ;;
    serve*) stays "grep 'ready site=http://127.0.0.1:$PORT ' '$LOG'" "$@" ;;
    start*) stays "command curl -f http://127.0.0.1:$COORDINATOR/healthz" "$@" ;;
    supervise) stays 'run_galley supervise status --check' "$@" ;;
    *) run_galley "$@" ;;
  esac
}
npx() { "$@"; }
curl() { command curl --silent --show-error --fail-with-body "$@"; echo; }
password='a long enough passphrase'
as_ada() { GALLEY_ADMIN_USERNAME=ada GALLEY_ADMIN_PASSWORD="$password" "$@"; }
# API token of ada, who has every capability.
token() {
  local api=http://127.0.0.1:$PORT/__admin/api csrf
  csrf=$(command curl -sf -c jar -H 'Content-Type: application/json' "$api/login" \
    -d "{\"username\":\"ada\",\"password\":\"$password\"}" | field csrf_token)
  command curl -sf -b jar -H "X-CSRF-Token: $csrf" -H 'Content-Type: application/json' "$api/tokens/create" \
    -d '{"name":"follower","scopes":["*"],"expires_in_days":1}' | field token
}
# Prints the value of a field of a JSON object.
field() { sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/"; }
