/** What a developer of a bicycle rental may have stored after some months, by the names that the prompts refer to. */

export type Remembered =
  | { kind: 'fact'; category: string; text: string; confidence?: number }
  | { kind: 'knowledge'; category: string; title: string; text: string }
  | { kind: 'chunk'; reason: string; text: string };

const fact = (category: string, text: string): Remembered => ({ kind: 'fact', category, text });
const knowledge = (category: string, title: string, text: string): Remembered => ({
  kind: 'knowledge',
  category,
  title,
  text,
});
const chunk = (reason: string, text: string): Remembered => ({
  kind: 'chunk',
  reason: `${reason}, kept by rule`,
  text,
});

export const remembered = {
  heron: fact('decision', 'We deploy to the cluster named heron; the old cluster osprey is read-only until June.'),
  rawBody: fact('codebase', 'Stripe webhooks need the raw body, so their route is mounted before express.json().'),
  refunds: fact('constraint', 'Refunds above 200 euros must be approved by the finance team in the back office.'),
  cents: fact('decision', 'Prices are stored as integer cents, never as floats.'),
  utcTimes: fact('constraint', 'All timestamps are stored in UTC and shown in the time zone of the station.'),
  pnpm: fact('codebase', 'The monorepo uses pnpm workspaces; npm install breaks the lockfile.'),
  migrations: fact('codebase', 'Database migrations run with pnpm db:migrate and must be reversible.'),
  featureFlags: fact('codebase', 'Feature flags live in Unleash and are read through useFlag in packages/flags.'),
  luxon: fact('decision', 'We use Luxon for dates; moment was removed in March.'),
  eslintConfig: fact('codebase', 'The shared ESLint config is packages/lint/base.mjs.'),
  testFiles: fact('codebase', 'Test files stand beside the source and end in .spec.ts.'),
  vitest: fact('decision', 'Unit tests run on Vitest since we left Jest in January.'),
  playwright: fact('codebase', 'Playwright tests need the seed user lena@example.test and port 4173.'),
  redisQueue: fact('decision', 'Background jobs go through BullMQ on Redis, not through cron.'),
  pgBouncer: fact('constraint', 'Prepared statements fail behind PgBouncer in transaction mode, so they are off.'),
  geo: fact('codebase', 'Station distances are computed with PostGIS ST_DWithin on a geography column.'),
  sentry: fact('codebase', 'Errors are reported to Sentry with the release tag of the git commit.'),
  logs: fact('constraint', 'Customer emails must never appear in logs.'),
  gdpr: fact('constraint', 'Ride traces are deleted after 30 days because of GDPR.'),
  i18n: fact('codebase', 'Translations come from Lokalise; do not edit locales/*.json by hand.'),
  tailwind: fact('decision', 'New components are styled with Tailwind; styled-components is legacy.'),
  mapbox: fact('decision', 'The map is MapLibre with our own tiles because Mapbox got too expensive.'),
  unlock: fact('codebase', 'Unlocking a bike sends an MQTT message to topic locks/{id}/open and waits five seconds.'),
  battery: fact('codebase', 'Battery levels of e-bikes arrive every ten minutes through the telemetry gateway.'),
  adminAuth: fact('codebase', 'The back office signs in through Keycloak; customers use magic links.'),
  rateLimit: fact('codebase', 'The public API is limited to 60 requests a minute for each API key.'),
  openapi: fact('decision', 'The OpenAPI document is the source of truth and clients are generated with orval.'),
  monolith: fact('decision', 'We keep a modular monolith and do not split off microservices this year.'),
  graphql: fact('decision', 'No GraphQL: REST with sparse fieldsets is enough.'),
  staging: fact('codebase', 'Staging data is anonymised every Sunday night and all sessions are lost then.'),
  branchNames: fact('codebase', 'Branches are named after the ticket, such as VELO-123-short-title.'),
  releaseTrain: fact('decision', 'Releases go out on Tuesdays and Thursdays; nothing ships on Fridays.'),
  terraform: fact('codebase', 'Terraform state lies in the bucket velo-tfstate and is locked by DynamoDB.'),
  s3Photos: fact('codebase', 'Photos of damaged bikes are uploaded to S3 by presigned URL, at most 5 MB.'),
  iosBuild: fact('codebase', 'The iOS app is built by fastlane on the Mac mini under the toolHost of Omar.'),
  pushTokens: fact('codebase', 'Push tokens expire after 90 days; the job prune-tokens removes them.'),
  tariff: fact('codebase', 'The tariff engine rounds rides up to the next full minute before the discount.'),
  vouchers: fact('constraint', 'A voucher can be redeemed once per household address.'),
  cityMalmo: fact('codebase', 'In Malmö helmets are rented too, which is why the cart has line items.'),
  winterMode: fact('decision', 'Winter mode halves the fleet from November to February.'),
  csvExport: fact('codebase', 'The CSV export for the city council uses semicolons and Windows-1252.'),
  sso: fact('codebase', 'Enterprise customers log in with SAML; the metadata is in config/saml.'),
  grafana: fact('codebase', 'Grafana dashboards are provisioned from ops/dashboards, edits in the UI are lost.'),
  nodeVersion: fact('constraint', 'The runtime is Node 22; Node 24 breaks the serial driver of the dock.'),
  dockFirmware: fact('codebase', 'Docks with firmware below 3.8 ignore the lock command while they charge.'),
  personalTabs: fact('preference', 'I like short answers with a code example first.'),
  personalRole: fact('identity', 'I am the backend lead for payments and docks.'),
  teamReview: knowledge('decision', 'Code review', 'Two approvals are needed for changes under packages/payments.'),
  teamSecrets: knowledge(
    'architecture',
    'Secrets',
    'Secrets are read from Vault at start; .env files are for local work only.',
  ),
  teamErrors: knowledge(
    'standard',
    'Error responses',
    'Errors are answered as RFC 9457 problem details with a stable code.',
  ),
  teamA11y: knowledge('standard', 'Accessibility', 'Dialogs must trap focus and close with Escape; axe runs in CI.'),
  teamOncall: knowledge('decision', 'On call', 'Incidents are opened in PagerDuty and written up within two days.'),
  teamIds: knowledge('standard', 'Identifiers', 'Public identifiers are ULIDs with a prefix such as ride_ or dock_.'),
  teamRetries: knowledge(
    'pattern',
    'Outgoing calls',
    'Calls to partners are retried three times with jitter, through the circuit breaker in packages/http.',
  ),
  chunkSagas: chunk(
    'decision',
    'We went through the options for cancelling a ride. A distributed transaction is out.\nLet us go with a saga: the ride service cancels first, then the payment is voided, and the lock is released last.',
  ),
  chunkLeak: chunk(
    'fix',
    'The memory kept growing for hours.\nThe leak was the MQTT client: every reconnect added another message listener, so now we call removeAllListeners before subscribing.',
  ),
  chunkFlaky: chunk(
    'fix',
    'The checkout spec was flaky because the Stripe iframe loads late; waiting for the frame locator fixed it.',
  ),
  chunkSafari: chunk(
    'fix',
    'On Safari the map stayed grey. The tile worker was blocked by the CSP, so worker-src now allows blob:.',
  ),
  chunkKafka: chunk(
    'rejected approach',
    'I looked at Kafka for the telemetry stream, and we decided against it: nobody here can operate it. MQTT plus a Timescale hypertable does the job.',
  ),
  chunkPdf: chunk(
    'rejected approach',
    'Rendering invoices with headless Chrome took 900 MB per worker, so that is off the table; pdfkit draws them instead.',
  ),
  chunkNaming: chunk('preference', 'Call it a dock, never a station slot, in code and in the interface.'),
  chunkIndexes: chunk(
    'decision',
    'The rides table is partitioned by month from now on, because the vacuum could not keep up with 80 million rows.',
  ),
  chunkSmalltalk: chunk('interesting', 'The dashboard looks nice in the new colours, and the logo is finally sharp.'),
} as const satisfies Record<string, Remembered>;

export type MemoryName = keyof typeof remembered;
