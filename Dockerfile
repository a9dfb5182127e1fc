FROM node:22.21.1-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/embedded-mongo/package.json ./server/embedded-mongo/
COPY server/poster-art/package.json ./server/poster-art/
RUN npm ci
COPY . .
RUN node scripts/setup.mjs build

# The server is bundled with its packages. Those with compiled parts and fonts are packages of the workspaces, except one.
FROM node:22.21.1-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/embedded-mongo/package.json ./server/embedded-mongo/
COPY server/poster-art/package.json ./server/poster-art/
RUN npm ci --omit=dev --workspaces && npm cache clean --force
COPY --from=build /app/node_modules/@node-rs ./node_modules/@node-rs

FROM node:22.21.1-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data /backups && chown node:node /data /backups
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
# The catalogue is read from where it is kept.
COPY server/features/titles/catalogue ./server/features/titles/catalogue
COPY docker/start.sh docker/secrets.mjs ./docker/
# The image's user "node".
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=10m --retries=3 \
  CMD ["node", "-e", "require('http').get(`http://127.0.0.1:${process.env.PORT}/readyz`, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["/app/docker/start.sh"]
CMD ["start"]
