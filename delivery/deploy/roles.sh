#!/bin/sh
# Run once by the image of PostgreSQL, in an empty database: the two roles of api/README.md.
set -eu
psql --set ON_ERROR_STOP=1 --set "owner=$OWNER_DATABASE_PASSWORD" --set "api=$API_DATABASE_PASSWORD" \
  --username "${POSTGRES_USER:-postgres}" --dbname postgres --no-psqlrc --quiet <<'SQL'
create role console_owner login password :'owner';
create role console_api login password :'api';
create database console owner console_owner template template0 encoding 'UTF8';
SQL
