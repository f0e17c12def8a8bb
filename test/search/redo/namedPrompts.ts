/**
 * Prompts about approaches that are only a name, such as the rejected alternative "MongoDB". They were written before the
 * rule for such approaches; it was chosen with every second one in view.
 */
import type { PastApproach } from '../../../src/memory/decisions/decisionStore.ts';
import type { LabelledPrompt } from './labelledPrompts.ts';

/** The rejected name, and what was chosen instead. */
const names: readonly (readonly [name: string, chosen: string | null])[] = [
  ['MongoDB', 'Keep the bookings in PostgreSQL'],
  ['SQLite', 'Keep the bookings in PostgreSQL'],
  ['Redis', 'Queue mails in RabbitMQ'],
  ['Kafka', 'Queue mails in RabbitMQ'],
  ['GraphQL', 'Offer a REST API to the agencies'],
  ['Kubernetes', 'Run on two virtual machines'],
  ['Elasticsearch', null],
  ['webpack', 'Bundle with Vite'],
  ['Jest', 'Test with Vitest'],
  ['Tailwind', null],
  ['Amazon Web Services', 'Host at Hetzner'],
  ['Terraform', null],
  ['JWT', 'Sign the sessions of customers with cookies'],
  ['Angular', 'Build the page with Svelte'],
  ['polling', 'Push departures over server-sent events'],
  ['Oracle', null],
];

export const namedApproaches: readonly PastApproach[] = names.map(([approach, chosen]) => ({
  ref: { kind: 'fact', id: approach },
  approach,
  reason: null,
  chosen,
  at: '2026-03-30T09:15:00.000Z',
  origin: 'person',
  why: 'rejected',
}));

const repeating: readonly (readonly [prompt: string, name: string])[] = [
  ['Switch to MongoDB', 'MongoDB'],
  ["Let's switch to MongoDB", 'MongoDB'],
  ['Use MongoDB instead of PostgreSQL', 'MongoDB'],
  ['I think we should move the bookings to MongoDB.', 'MongoDB'],
  ['Use SQLite instead', 'SQLite'],
  ['Please keep the bookings in SQLite.', 'SQLite'],
  ["Let's use Redis for the queue of mails.", 'Redis'],
  ['We should go with Redis.', 'Redis'],
  ['Replace RabbitMQ with Kafka.', 'Kafka'],
  ['Can we adopt Kafka?', 'Kafka'],
  ['Add GraphQL', 'GraphQL'],
  ['Offer GraphQL to the agencies.', 'GraphQL'],
  ['Run it on Kubernetes', 'Kubernetes'],
  ['The deploys are slow. Let us migrate to Kubernetes.', 'Kubernetes'],
  ['Introduce Elasticsearch.', 'Elasticsearch'],
  ['we could try elasticsearch', 'Elasticsearch'],
  ['Move from Vite to webpack.', 'webpack'],
  ['Please bundle with webpack instead.', 'webpack'],
  ['Set up Jest', 'Jest'],
  ["Let's replace Vitest by Jest.", 'Jest'],
  ['Use Tailwind', 'Tailwind'],
  ['Install tailwind please', 'Tailwind'],
  ["Let's use Amazon Web Services", 'Amazon Web Services'],
  ['Move to Amazon Web Services.', 'Amazon Web Services'],
  ['Let us manage it with Terraform', 'Terraform'],
  ['Set up Terraform.', 'Terraform'],
  ['Use JWT for the sessions of customers', 'JWT'],
  ['Switch the sessions to JWT.', 'JWT'],
  ['Wir sollten Angular verwenden.', 'Angular'],
  ['Bitte nimm Angular statt Svelte.', 'Angular'],
  ['Add polling.', 'polling'],
  ['改用 MongoDB', 'MongoDB'],
  ['I would prefer Oracle', 'Oracle'],
  ['Migrate to Oracle.', 'Oracle'],
];

const others: readonly string[] = [
  'Why was MongoDB rejected?',
  'Do not use MongoDB.',
  'Move from MongoDB to PostgreSQL.',
  'The agency sends a dump of its MongoDB, import the ports from it.',
  'Write a parser for MongoDB connection strings.',
  'Use SQLite for the unit tests.',
  'Fix the SQLite error in the importer.',
  'Open the SQLite file of the phone and read its contacts.',
  'Clear the Redis cache of the staging server.',
  'Use Redis for the rate limits.',
  'Redis is down again, look at its log.',
  'Upgrade Kafka in the telemetry service.',
  'Explain how Kafka differs from RabbitMQ.',
  'Read the events of the partner from their Kafka.',
  'Document the GraphQL endpoint of the weather service.',
  'Add a GraphQL client for the weather service.',
  'Remove GraphQL.',
  'The Kubernetes manifests of the customer are in the folder ops, translate their comments.',
  'Do we use Kubernetes?',
  'Add a chapter about Kubernetes to the guide.',
  'Find the word Elasticsearch in the code and delete it.',
  'Replace Elasticsearch with trigram indexes.',
  'Delete the webpack config.',
  'webpack: command not found',
  'The logo of webpack is wrong on the slide about build tools, replace it.',
  'Convert the Jest snapshots of the old repository to Vitest.',
  'Remove the leftovers of Jest.',
  'Sort the Tailwind classes in the demo of the customer.',
  'Write a lint rule against Tailwind.',
  'Compare the prices of Amazon Web Services and Hetzner.',
  'Show the bill of Amazon Web Services from last year.',
  'Stop using Terraform.',
  'Validate the Terraform files of the partner in a hook.',
  'Decode the JWT of the payment provider and check its signature.',
  'Use a JWT library for the callback of the payment provider.',
  'Tests fail with an invalid JWT.',
  'Port the Angular component of the customer to Svelte.',
  'Das Angular-Projekt der Agentur baut nicht mehr.',
  'Reduce polling of the printer to once a minute.',
  'The device uses polling, keep it like that.',
  'Add the name Oracle to the list of sponsors.',
  'Export the report as Oracle SQL.',
  '删除 MongoDB 的配置',
  'Without Redis, the queue must still work.',
  'If we used Kafka, we would need an operator.',
  'Kafka was a bad idea.',
  'Never go back to Angular.',
  'Test whether Oracle would be faster.',
];

function everySecond<T>(items: readonly T[], from: 0 | 1): T[] {
  return items.filter((_, place) => place % 2 === from);
}

function labelled(half: 0 | 1): LabelledPrompt[] {
  return [
    ...everySecond(repeating, half).map(([prompt, repeats]) => ({ prompt, repeats })),
    ...everySecond(others, half).map((prompt) => ({ prompt, repeats: undefined })),
  ];
}

export const [namedPrompts, heldOutNamedPrompts] = [labelled(0), labelled(1)];
