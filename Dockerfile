# The server of a team: see docs/server.md. Build it from the root of the repository:
#   docker build -t bigmind .
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build -- --production --only=programs

FROM node:24-slim
LABEL org.opencontainers.image.title="BigMind"
# tini is not needed: the program handles SIGTERM itself, and starts no processes that outlive it.
RUN mkdir /data && chown node:node /data
COPY --from=build /build/dist/cli.js /build/dist/shared.js /build/dist/package.json /build/dist/sql-wasm.wasm /build/dist/word-vectors.bin /opt/bigmind/dist/
RUN ln -s /opt/bigmind/dist/cli.js /usr/local/bin/bigmind && chmod +x /opt/bigmind/dist/cli.js
USER node
ENV NODE_ENV=production BIGMIND_HOME=/data BIGMIND_MODE=team BIGMIND_USER=admin
VOLUME /data
WORKDIR /data
EXPOSE 7700
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7700/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["bigmind"]
CMD ["serve", "--host", "0.0.0.0", "--port", "7700", "--log", "json"]
