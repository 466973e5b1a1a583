# Sourced by the shell scripts: the comment at the start of a script is its help.
show_help() {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0"
  exit "$1"
}

case ${1:-} in -h | --help) cd "$OLDPWD" && show_help 0 ;; esac
