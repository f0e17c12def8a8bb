#!/bin/sh
# Creates the roles and the database of BigMind when the volume is new: the owner of the tables, and the login of the
# server, which row security binds (docs/postgresql-security.md).
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" \
  --set owner_password="$BIGMIND_OWNER_PASSWORD" --set password="$BIGMIND_DB_PASSWORD" <<'SQL'
CREATE ROLE bigmind_owner LOGIN PASSWORD :'owner_password' NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
CREATE ROLE bigmind_app NOLOGIN;
CREATE ROLE bigmind_server LOGIN PASSWORD :'password' NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS IN ROLE bigmind_app;
CREATE DATABASE bigmind OWNER bigmind_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE CONNECT, TEMPORARY ON DATABASE bigmind FROM PUBLIC;
GRANT CONNECT ON DATABASE bigmind TO bigmind_app;
SQL
