# For scripts that are read by bash: the comment at a script's beginning is its help.
show_help() {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0"
  exit "$1"
}

case ${1:-} in -h | --help) cd "$OLDPWD" && show_help 0 ;; esac
