FROM node:22.21.1-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/embedded-mongo/package.json ./server/embedded-mongo/
COPY server/poster-art/package.json ./server/poster-art/
RUN npm ci
COPY . .
RUN node scripts/setup.mjs build

FROM node:22.21.1-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/embedded-mongo/package.json ./server/embedded-mongo/
COPY server/poster-art/package.json ./server/poster-art/
RUN npm ci --omit=dev && npm cache clean --force

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
VOLUME ["/data", "/backups"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/app/docker/start.sh"]
CMD ["start"]
