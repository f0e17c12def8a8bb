#!/bin/sh
# Creates the role and the database of BigMind when the volume is new. The role is no superuser, because PostgreSQL
# applies no row security to superusers.
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --set password="$BIGMIND_DB_PASSWORD" <<'SQL'
CREATE ROLE bigmind LOGIN PASSWORD :'password' NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
CREATE DATABASE bigmind OWNER bigmind;
SQL
