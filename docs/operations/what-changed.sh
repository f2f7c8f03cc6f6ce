#!/bin/sh
# sh docs/operations/what-changed.sh [HOURS]: what changed in the last hours (12), the newest first. As root where the
# console is installed, with CONSOLE_SITE and DATABASE_URL, as in docs/night.md. What cannot be asked says why, and the
# rest is listed.
hours=${1:-12}
{
  runuser -u console-delivery -- node delivery/bin/console-delivery.mjs history --hours "$hours" |
    sed -E 's/^(.*)  ([0-9]+)  ([0-9T:.-]+Z)  /\3  \1 revision \2  /'
  npm run -s recent-changes -w api -- --hours "$hours"
  # systemd's own lines: when each unit has started, stopped and reloaded, and why it failed
  journalctl -q --no-pager --utc -o short-iso --since "-${hours}h" -u 'console-*' -u 'postgresql*' -u nginx \
    -g '^(Started|Stopped|Reloaded) |Failed with result' | sed -E 's/\+00:?00 [^ ]+ [^ ]+: /Z  /'
  # when each file of settings, of teams and their tokens, or the link to the version was written, not what is in it
  TZ=UTC find /etc/console /etc/nginx /etc/systemd/system /opt/console "$CONSOLE_SITE"/.delivery \
    -cmin "-$((hours * 60))" ! -type d \( ! -path '*/.delivery/*' -o -name teams.json \) -printf '%CFT%CTZ  %p changed\n' |
    sed -E 's/(\.[0-9]{3})[0-9]*Z/\1Z/'
} | sort -r
