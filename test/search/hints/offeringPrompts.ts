/** Prompts of an ordinary week: half of them touch a memory, the other half share only common words with any. */
import type { MemoryName } from './offeringMemories.ts';

export interface LabelledPrompt {
  prompt: string;
  /** Any of these counts as a correct offer; empty if none does. */
  wants: readonly MemoryName[];
}

const asking: readonly [prompt: string, ...wants: MemoryName[]][] = [
  ['Write the deploy step for the new pipeline so that it targets our cluster.', 'heron'],
  ['The Stripe webhook signature check fails with "No signatures found", why?', 'rawBody'],
  ['Add a refund button to the back office order page.', 'refunds'],
  ['What type should the price column have in the new products table?', 'cents'],
  ['Add a created_at timestamp to stations, which time zone do we store?', 'utcTimes'],
  ['I ran npm install in the monorepo and now the lockfile has a huge diff', 'pnpm'],
  ['Create a database migration that adds a nickname to bikes.', 'migrations'],
  ['Put the new checkout behind a feature flag.', 'featureFlags'],
  ['Parse the ride start date with moment and add two hours', 'luxon'],
  ['Where do I change an ESLint rule for all packages?', 'eslintConfig'],
  ['Set up jest for the tariff package', 'vitest'],
  ['Playwright cannot log in locally, which user does the seed create?', 'playwright'],
  ['I need a cron job that emails unpaid invoices every night.', 'redisQueue'],
  ['Why do I get "prepared statement s1 does not exist" in production behind PgBouncer?', 'pgBouncer'],
  ['Find all stations within 500 metres of the user with PostGIS.', 'geo'],
  ['Log the customer email when the login fails so support can look it up.', 'logs'],
  ['Show the user a heat map of all ride traces of the last year.', 'gdpr'],
  ['Fix the typo in locales/de.json, it says Fahrad.', 'i18n'],
  ['Style the new station card with styled-components.', 'tailwind'],
  ['Can we switch the map to Mapbox to get satellite tiles?', 'mapbox'],
  ['Unlocking a bike times out sometimes. Look at how the MQTT message is sent.', 'unlock', 'chunkLeak'],
  ['Show the battery level of an e-bike on its detail page.', 'battery'],
  ['Generate a typed client from the OpenAPI document', 'openapi'],
  ['Should we split payments off into a microservice?', 'monolith'],
  ['Add a GraphQL endpoint for the mobile team', 'graphql'],
  ['All my staging sessions are gone since Sunday, did somebody wipe them?', 'staging'],
  ['Plan the release for Friday afternoon', 'releaseTrain'],
  ['terraform plan says the state is locked, what do I do?', 'terraform'],
  ['Uploading photos of a damaged bike fails with 403 from S3', 's3Photos'],
  ['Explain how the tariff engine applies the discount to a ride of 61 seconds.', 'tariff'],
  ['The CSV export for the city council shows broken umlauts.', 'csvExport'],
  ['Upgrade the dock service to Node 24.', 'nodeVersion'],
  ['A dock ignores the lock command while the bike is charging', 'dockFirmware', 'unlock'],
  ['How many approvals does a change in packages/payments need?', 'teamReview'],
  ['Make the new delete dialog accessible: focus, Escape and so on', 'teamA11y'],
  ['What do public identifiers of a ride look like?', 'teamIds'],
  ['How should cancelling a ride void the payment and release the lock?', 'chunkSagas'],
  ['The gateway process leaks memory again after MQTT reconnects', 'chunkLeak'],
  ['What about Kafka for the telemetry stream?', 'chunkKafka'],
  ['Render the invoices as PDF with headless Chrome.', 'chunkPdf'],
];

const idle: readonly string[] = [
  'yes',
  'continue',
  'ok thanks, looks good!',
  'hi there, can you help me with something?',
  'Go on, and do the same for the other two files please.',
  '/compact keep the Stripe webhook discussion',
  'Add a test for this function.',
  'Fix the failing test in this file.',
  'Rename the variable data to result everywhere in this file.',
  'Why does this throw "Cannot read properties of undefined (reading \'map\')"?',
  'Write a function that adds two numbers and returns the result.',
  'Add error handling to the config loader.',
  'Refactor this class into smaller functions without changing what it does.',
  'Rename the folder packages/shop to packages/store.',
  'Write a README for the project with install and usage sections.',
  'Convert this callback code to async/await.',
  'The build is slow, how can I find out which file takes the longest?',
  'Update the dependencies to their latest versions and run the tests.',
  'Add a loading spinner to the button while the form is submitted.',
  'Draw a sequence diagram of how a ride begins.',
  'Which customers had the most rides in May? Write the SQL.',
  'Show me the git command to undo the last commit but keep the changes.',
  'Create a new file for the helper functions and move them there.',
  'Sort this list by name, then by creation time, newest first.',
  'Add pagination to the users table, 20 rows per page.',
  'Is there a bug in this loop? It never ends for an empty list.',
  'Write a Dockerfile for a small Python script that reads a CSV file.',
  'The sidebar is too wide on a phone, make it collapse.',
  'Add a unit test that checks the error message for a missing field.',
  'What is the difference between an interface and a type in TypeScript?',
  'Add a photo of a bike to the newsletter template.',
  'Write a blog post about our new app for riders.',
  'Please review my last change and tell me what you would do differently.',
  'Mock the clock in the station test so that it is noon.',
  'The page shows the old value after saving; the state is not updated.',
  'Add a method to the user service that finds a user by email.',
  'The list of docks loads slowly, can we cache it?',
  'Make the header sticky and give it a shadow when the page is scrolled.',
  'Kannst du die Funktion in dieser Datei bitte kürzer schreiben?',
  'The type of this argument is wrong, tsc says TS2345. Fix it without any.',
];

/** Written after the constants were chosen, and never used to change one. */
const askingAgain: typeof asking = [
  ['Deploy it to osprey for now, we can move it later.', 'heron'],
  [
    'express.json() comes first in app.ts now, and the webhook handler for Stripe gets an object instead of a buffer.',
    'rawBody',
  ],
  ['Store the tariff price as a float with two decimals.', 'cents'],
  ['Our Unleash flags are not picked up in the new package, how do we read them?', 'featureFlags'],
  ['Move the BullMQ jobs over to plain cron, please.', 'redisQueue'],
  ['Add a migration with pnpm that drops the legacy column; it need not be reversible.', 'migrations'],
  ['Add a step that tags the Sentry release with the commit.', 'sentry'],
  ['Where do the translations come from, Lokalise or the repository?', 'i18n'],
  ['Let me see the Keycloak settings of the back office sign-in.', 'adminAuth'],
  ['The public API answers 429 after about sixty requests in a minute. Is that us?', 'rateLimit'],
  ['Import the Grafana dashboard I changed in the UI yesterday into the repo.', 'grafana'],
  ['SAML login of the enterprise customers: where is the metadata?', 'sso'],
  ['Write the post mortem for last night, the incident is in PagerDuty.', 'teamOncall'],
  ['Retries for the partner calls: add a loop with a sleep around fetch in packages/http.', 'teamRetries'],
  ['The map is grey on Safari only, the console mentions worker-src.', 'chunkSafari'],
  ['The rides table has grown to 90 million rows and vacuum takes all night.', 'chunkIndexes'],
];

const idleAgain: readonly string[] = [
  'good morning',
  'Perfect. Commit this.',
  'Undo that, please, it broke the page.',
  'Make the test pass without changing the test.',
  'Add a comment to each function in this file.',
  'Why is the function called twice when I click the button?',
  'Add an input field for the phone number to the form and validate it.',
  'Extract the database connection into its own module.',
  'Our customers want a dark theme. Where would I begin?',
  'Use a map instead of an object for the lookup table in this class.',
  'Set the default of this config value to five minutes.',
  'The docs say the ride list is sorted by date, is that still true?',
  'Write a script that prints the ten largest files of the repository.',
  'Add the bike model to the search results.',
  'What does this error from tsc mean: Type string is not assignable to type never?',
  'Schreibe bitte einen Test für den Fehlerfall und führe ihn aus.',
];

function labelled(wanting: typeof asking, wantingNothing: readonly string[]): LabelledPrompt[] {
  return [
    ...wanting.map(([prompt, ...wants]) => ({ prompt, wants })),
    ...wantingNothing.map((prompt) => ({ prompt, wants: [] })),
  ];
}

export const labelledPrompts: readonly LabelledPrompt[] = labelled(asking, idle);
export const promptsHeldOut: readonly LabelledPrompt[] = labelled(askingAgain, idleAgain);
