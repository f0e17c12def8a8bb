#!/usr/bin/env bash
# Downloads the tool of the MCP registry in the version and with the checksum that the owner chose (docs/releasing.md).
set -euo pipefail
: "${MCP_PUBLISHER_VERSION:?Set this variable of the repository, such as 1.4.0: see docs/releasing.md}"
: "${MCP_PUBLISHER_SHA256:?Set this variable of the repository: see docs/releasing.md}"
archive=mcp-publisher_linux_amd64.tar.gz
curl -fsSLO "https://github.com/modelcontextprotocol/registry/releases/download/v$MCP_PUBLISHER_VERSION/$archive"
echo "$MCP_PUBLISHER_SHA256  $archive" | sha256sum --check
tar xzf "$archive" mcp-publisher
rm "$archive"
