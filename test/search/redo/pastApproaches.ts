/** What an invented project, a booking site for ferries, tried and gave up: the approaches that prompts may repeat. */
import type { PastApproach } from '../../../src/memory/decisions/decisionStore.ts';

type Row = readonly [name: string, approach: string, reason: string | null, chosen: string | null];

const rejected: readonly Row[] = [
  ['mongo', 'Use MongoDB for the bookings', 'transactions over two collections failed', 'PostgreSQL'],
  ['graphql', 'Replace the REST API with GraphQL', 'caching at the CDN no longer worked', 'REST with sparse fields'],
  ['microPayments', 'Split the payments off into a microservice', 'two databases had to be kept in step', null],
  ['redisSessions', 'Keep sessions in Redis', 'a restart of Redis signed everyone out', 'signed cookies'],
  [
    'websockets',
    'Use WebSockets for the live departure board',
    'the proxy of the port closes them',
    'server-sent events',
  ],
  ['orm', 'Use Prisma as the ORM', 'it cannot express our window queries', 'Kysely'],
  ['floatPrices', 'Store fares as floating-point numbers', 'sums were off by a cent', 'integer cents'],
  [
    'localTime',
    'Store departure times in local time',
    'the hour of the clock change existed twice',
    'UTC and the zone',
  ],
  ['k8s', 'Deploy to Kubernetes', 'nobody could operate it at night', 'two virtual machines with systemd'],
  ['cypress', 'Write the end-to-end tests with Cypress', 'it cannot open a second tab', 'Playwright'],
  ['mockDb', 'Mock the database in unit tests', 'broken SQL was found in production only', 'a PostgreSQL for each run'],
  ['elastic', 'Use Elasticsearch for the harbor search', 'a second store for 900 rows', 'trigram indexes'],
  ['lambda', 'Render the tickets in an AWS Lambda function', 'cold starts took eight seconds', 'the worker'],
  ['magicLinks', 'Sign customers in with magic links', 'mails arrived after the ferry had left', 'passkeys'],
  ['jwt', 'Put the permissions of a user into the JWT', 'revoked rights stayed for an hour', 'a lookup per request'],
  ['pollJobs', 'Poll the jobs table every second', 'the database was never idle', 'LISTEN and NOTIFY'],
  ['cssInJs', 'Write the styles with styled-components', 'the first paint took twice as long', 'CSS modules'],
  ['redux', 'Keep the seat map in Redux', 'each hover rendered the whole deck', 'local state'],
  ['offline', 'Cache the whole timetable in a service worker', 'people saw the timetable of last year', null],
  ['monorepo', 'Split the monorepo into one repository per package', 'a change took four pull requests', null],
];

const reversed: readonly Row[] = [
  ['triggers', 'Fill the audit log with database triggers', 'nobody found the code', 'an audit row in the service'],
  ['softDelete', 'Soft-delete bookings with a deleted_at column', 'each report forgot the filter', 'an archive table'],
  ['uuid', 'Use random UUIDs as primary keys', 'the index no longer fit into memory', 'UUIDs that sort by time'],
  [
    'autoDeploy',
    'Deploy every commit on main automatically',
    'a Friday deploy stopped boarding',
    'two releases a week',
  ],
  ['blobs', 'Store passport scans as blobs in PostgreSQL', 'backups took nine hours', 'S3 with a lifecycle rule'],
  ['eventSourcing', 'Use event sourcing for reservations', 'replaying took a day', 'a history table'],
  [
    'dynamicForms',
    'Generate the check-in forms from a JSON schema',
    'each port wanted exceptions',
    'hand-written forms',
  ],
  ['sharding', 'Shard the tables by shipping line', 'one line has 80 % of the rows', 'partitions by month'],
  ['nightlyPrices', 'Compute the fares once a night', 'prices were outdated at noon', 'computing them on request'],
  ['retryForever', 'Retry failed payment webhooks forever', 'one broken event blocked the queue', 'five attempts'],
  ['pdfLatex', 'Typeset the boarding passes with LaTeX', 'the image grew by 2 GB', 'headless Chrome'],
];

const ratedBadly: readonly Row[] = [
  ['outsourcedChat', 'Embed the Intercom chat on the booking page', 'the page became 400 KB heavier', 'a contact form'],
  ['featureBranches', 'Work on long-lived feature branches', 'merging took days', 'short branches behind flags'],
  ['coverage', 'Require a test coverage of 95 %', 'people tested getters', null],
  ['snapshots', 'Cover the components with snapshot tests', 'everyone updated them blindly', 'tests of behavior'],
  ['moment', 'Use moment for date arithmetic', 'it is large and mutable', 'Temporal'],
  ['machineTranslation', 'Translate the help pages by machine', 'the safety rules were wrong in Greek', 'an agency'],
  ['deZahlung', 'Die Kreditkartendaten selbst speichern', 'die Prüfung kostet 40.000 Euro im Jahr', 'Stripe'],
  ['zhCache', '把座位余量缓存在内存里', '多个实例之间不一致', '直接查询数据库'],
  ['zhQueue', '用 RabbitMQ 发送通知邮件', '消息经常重复', '数据库发件箱'],
];

function pastOf(why: PastApproach['why'], rows: readonly Row[]): [string, PastApproach][] {
  return rows.map(([name, approach, reason, chosen], place) => [
    name,
    { ref: { kind: 'fact', id: name }, approach, reason, chosen, at: at(place), origin: null, why },
  ]);
}

function at(place: number): string {
  return `2026-03-${String(place + 1).padStart(2, '0')}T10:00:00.000Z`;
}

const named = [...pastOf('rejected', rejected), ...pastOf('reversed', reversed), ...pastOf('rated badly', ratedBadly)];

/** The id of each is its name in the labelled prompts. */
export const pastApproaches: readonly PastApproach[] = named.map(([, past]) => past);
