#!/bin/sh
# A job for CI that raises a canary while the alert CanaryFailing is silent. Adapt its release, environment and reason.
set -eu
# 50 sessions have run it, and the alert is silent; not so if Prometheus does not answer
does_well() {
  curl -fsS "$PROMETHEUS_URL/api/v1/query" --data-urlencode "query=
    console_delivery_sessions{environment='production',release=~'users/1.5.0-.*',state='seen'} >= 50
    unless on (environment, release) ALERTS{alertname='CanaryFailing'}" | grep -q '"metric"'
}
for percent in 1 10 50; do
  npx console-delivery canary users@1.5.0 --percent $percent --env production --why "search by country"
  sleep 600
  does_well || { echo "It stays at $percent %: see CanaryFailing and console-delivery health"; exit 1; }
done
npx console-delivery promote users@1.5.0 --env production --why "search by country"
