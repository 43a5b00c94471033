#!/usr/bin/env bash
# Replaces `systemctl --user` on machines without systemd while a guide is followed: runs the unit's command without the
# caller's environment, as systemd does.
set -euo pipefail
unit=$(printf '%s\n' "$HOME/.config/systemd/user/"*.service)
pid_file=$HOME/service.pid
of_unit() { sed -n "s/^$1=//p" "$unit"; }
end() {
  [[ -f $pid_file ]] || return 0
  kill "$(<"$pid_file")" 2>/dev/null || true
  while kill -0 "$(<"$pid_file")" 2>/dev/null; do sleep 0.1; done
  rm "$pid_file"
}
begin() {
  cd "$(of_unit WorkingDirectory)"
  local log
  log=$(of_unit StandardOutput)
  eval "command=($(of_unit ExecStart)) variables=($(of_unit Environment))"
  env -i HOME="$HOME" PATH="$PATH" "${variables[@]}" "${command[@]}" >>"${log#append:}" 2>&1 </dev/null &
  echo $! >"$pid_file"
}
case $2 in
  start | restart) end && begin ;;
  stop | disable) end ;;
  show)
    if [[ -f $pid_file ]] && kill -0 "$(<"$pid_file")" 2>/dev/null; then
      printf 'ActiveState=active\nSubState=running\nMainPID=%s\nResult=success\n' "$(<"$pid_file")"
    else
      printf 'ActiveState=inactive\nSubState=dead\nMainPID=0\nResult=success\n'
    fi
    ;;
esac
