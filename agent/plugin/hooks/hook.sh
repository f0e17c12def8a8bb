#!/bin/sh
# Runs `bigmind hook EVENT CLIENT` under the runtime that BigMind noted, because whoever calls a hook may have no Node of their
# own. Whatever is missing or breaks, it says nothing and ends well, so that the chat goes on; what went wrong stands in
# hooks.log. Only what is built into every POSIX shell is used on the way to the program: a turn waits for this.

case $0 in
  */*) here=${0%/*} ;;
  *\\*) here=${0%\\*} ;; # as Windows hands it over
  *) here=. ;;
esac

# Nothing to be done: what the caller sends is read all the same, for some take a closed pipe for a failure.
leave() {
  cat >/dev/null 2>&1
  exit 0
}

# A chat in which BigMind itself asks for what a recording teaches.
[ -z "$BIGMIND_LEARNING" ] || leave

home=${BIGMIND_HOME:-$HOME/.mcp/bigmind}
case $home in
  '~' | '~/'*) home=$HOME${home#\~} ;;
esac
# A copy beside the note belongs to the folder that it lies in, also where nobody set BIGMIND_HOME for the caller.
if [ -f "$here/runtime.txt" ]; then
  case $here in
    /* | [A-Za-z]:*) BIGMIND_HOME=${BIGMIND_HOME:-$here}; export BIGMIND_HOME ;;
  esac
  home=$here
fi

log=$home/hooks.log
true 2>/dev/null >>"$log" || log=/dev/null

cli=$home/bigmind.cjs
[ -f "$cli" ] || cli=$here/../../../dist/cli.js
[ -f "$cli" ] || leave

program= kind=
if [ -r "$home/runtime.txt" ]; then
  { IFS= read -r program; IFS= read -r kind; } <"$home/runtime.txt"
fi
if [ ! -x "$program" ] || [ -d "$program" ]; then
  program=node kind=node
  command -v node >/dev/null 2>&1 || leave
  node -e 'process.exit(parseInt(process.versions.node, 10) < 22 ? 1 : 0)' >/dev/null 2>&1 </dev/null || leave
fi

# The note tells windows and the doctor that a turn went on; most tool calls change nothing.
[ "$1" = PreToolUse ] || printf '%s\n' "$1" 2>/dev/null >"$home/last-hook.txt"

# A debugger that waits in terminals of an editor has no business here, and would cost a second.
unset NODE_OPTIONS VSCODE_INSPECTOR_OPTIONS
if [ "$kind" = electron ]; then
  ELECTRON_RUN_AS_NODE=1
  export ELECTRON_RUN_AS_NODE
fi
"$program" "$cli" hook "$@" 2>>"$log"
status=$?
[ "$status" -eq 0 ] || printf '%s hook %s ended with %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$1" "$status" >>"$log"

# To look at the size takes another program, so that it is done only after something was written. Some shells compare
# whole seconds, in which the note of this hook may be as old as the log.
if [ "$log" != /dev/null ] && [ ! "$home/last-hook.txt" -nt "$log" ] && [ "$(wc -c <"$log")" -gt 262144 ]; then
  tail -c 131072 "$log" >"$log.$$" 2>/dev/null && mv -f "$log.$$" "$log" 2>/dev/null || rm -f "$log.$$"
fi
exit 0
