/**
 * Approaches of several projects with prompts that repeat them, and prompts that only mention them: they prevent, detect
 * or end the approach, ask for its opposite, move away from it, or speak of it in a condition. The prompts that repeat
 * one use such words too. The first are from a review. All of them were used to choose words and rules.
 */
export interface PromptsAboutApproach {
  approach: string;
  repeating: readonly string[];
  others: readonly string[];
}

export const mentioningPrompts: readonly PromptsAboutApproach[] = [
  {
    approach: 'Deploy on Fridays',
    repeating: ['We can deploy on Fridays too, remove the freeze from the workflow.', 'Allow deploys on Fridays.'],
    others: [
      'Deploys on Fridays should be blocked',
      'Fail the pipeline for deploys on Fridays',
      'Require an approval for deploys on Fridays.',
      'Deploying on Fridays is a bad idea.',
      'Postpone the deploys on Fridays to Mondays.',
    ],
  },
  {
    approach: 'Sitzungen in Redis speichern',
    repeating: [
      'Damit niemand abgemeldet wird, sollten wir die Sitzungen in Redis speichern.',
      'Speichere die Sitzungen in Redis, wenn der Speicher voll ist.',
    ],
    others: [
      'Bitte verhindern, dass Sitzungen in Redis gespeichert werden',
      'Sitzungen werden in Redis gespeichert, das soll aufhören.',
      'Lösche die Sitzungen, die wir in Redis speichern.',
      'Gib eine Warnung aus, falls Sitzungen in Redis gespeichert werden.',
    ],
  },
  {
    approach: 'Retry uploads forever',
    repeating: [
      'To prevent lost files, retry uploads forever.',
      'Retry uploads forever, never give up.',
      'If an upload fails, retry it forever.',
    ],
    others: [
      'Uploads are retried forever, stop that',
      'Prevent uploads from being retried forever',
      'Cancel uploads that are retried forever.',
      'Uploads are retried forever. Please stop that.',
      'Never again: retrying uploads forever.',
    ],
  },
  {
    approach: 'Sync the docs by hand',
    repeating: [
      'The script breaks every week, so sync the docs by hand.',
      'Drop the automatic sync and sync the docs by hand.',
    ],
    others: [
      'Automate the docs sync we do by hand',
      'Replace the docs sync that we do by hand with a cron job.',
      'Automate the manual sync of the docs.',
    ],
  },
  {
    approach: 'Log the full request body',
    repeating: [
      'Log the full request body if a request fails.',
      'Do not mask anything: log the full request body.',
      'Add the full request body to the log when debugging.',
    ],
    others: [
      'Mask the full request body in the log',
      'Redact the full request body in the log',
      'Omit the full request body from the log.',
      'Truncate the full request body in the log.',
    ],
  },
  {
    approach: 'Store passwords in plain text',
    repeating: ['Store the passwords in plain text for now.', 'Save passwords as plaintext, it is only a demo.'],
    others: [
      'Warn the user if passwords would be stored in plain text',
      'Detect passwords that are stored in plain text.',
      'Hash the passwords that are stored in plain text.',
      'Write a lint rule against storing passwords in plain text.',
      'Fail the check when somebody stores passwords in plain text.',
    ],
  },
  {
    approach: 'MongoDB for the order store',
    repeating: [
      'Import the orders into MongoDB and use it as the order store.',
      'Move the order store from MySQL to MongoDB.',
    ],
    others: [
      'Export the orders from MongoDB to CSV for the order store migration',
      'Copy the order store from MongoDB to Postgres.',
      'Prepare a dump of the order store in MongoDB before we leave it.',
    ],
  },
  {
    approach: 'Disable TypeScript strict mode',
    repeating: ['Turn TypeScript strict mode off.', 'Switch off strict mode of TypeScript, it blocks the migration.'],
    others: [
      'Turn TypeScript strict mode on',
      'Switch TypeScript strict mode on for the tests.',
      'Keep TypeScript strict mode enabled.',
    ],
  },
  {
    approach: 'Use Auth0 for authentication',
    repeating: ['Authenticate our users with Auth0.', 'Replace the home-grown authentication with Auth0.'],
    others: ['Write our authorization with Auth0', 'Deny logins that skip the authentication with Auth0.'],
  },
  {
    approach: 'Allow anonymous comments',
    repeating: ['Anonymous comments should be allowed.', 'Let people write anonymous comments, allow them everywhere.'],
    others: [
      'Forbid anonymous comments.',
      'Anonymous comments are allowed at the moment, that needs to change.',
      'Hide anonymous comments until somebody approves them.',
    ],
  },
  {
    approach: 'Cache the search results for an hour',
    repeating: ['Search is slow, cache the results for an hour.', 'Keep search results in a cache for one hour.'],
    others: [
      'Refresh the search results hourly.',
      'Disable the cache that keeps search results for an hour.',
      'Search results are cached for an hour, no longer do that.',
    ],
  },
  {
    approach: 'Force push to main',
    repeating: ['Just force push it to main.', 'The history is messy. Clean it and force push to main.'],
    others: [
      'Protect main from a force push.',
      'Reject a force push to main with a clear message.',
      'Notify the team when somebody does a force push to main.',
      'There was a force push to main again. Make that impossible.',
    ],
  },
  {
    approach: 'Copy production data to staging',
    repeating: [
      'Copy the data from production to staging every week.',
      'Staging needs realistic data, so copy the production data to staging.',
    ],
    others: [
      'Anonymize the production data that we copy to staging.',
      'Guard against scripts that copy production data to staging.',
      'Wipe the production data that was copied to staging.',
    ],
  },
  {
    approach: 'Ignore failing tests in the release branch',
    repeating: ['For the release branch, ignore the failing tests.'],
    others: [
      'Stop the release when failing tests are ignored in the release branch.',
      'We ignore failing tests in the release branch, which is not acceptable.',
    ],
  },
  {
    approach: 'Use eval for the formula field',
    repeating: ['Evaluate the formula field with eval.', 'Why not use eval for the formula field?'],
    others: [
      'Ban eval from the formula field.',
      'The formula field uses eval. That must go.',
      'Catch code that calls eval in the formula field in code review.',
    ],
  },
  {
    approach: 'Encrypt the backups with GPG',
    repeating: [
      'Backups should be encrypted with GPG.',
      'Unencrypted backups are a risk. Use GPG to encrypt the backups.',
    ],
    others: ['Decrypt the backups that we encrypt with GPG.', 'Phase out GPG for the encryption of the backups.'],
  },
  {
    approach: 'Enable debug logging in production',
    repeating: ['Turn on debug logging in production.', 'Switch debug logging on in production.'],
    others: [
      'Turn debug logging in production off.',
      'Debug logging must stay disabled in production.',
      'Debug logging is enabled in production? Undo that.',
    ],
  },
  {
    approach: 'Set the style of the chart in JavaScript',
    repeating: ['Style the chart in JS.'],
    others: ['Lint against setting the style of the chart in JavaScript.'],
  },
  {
    approach: 'Den Cache beim Start leeren',
    repeating: ['Leere den Cache beim Start.', 'Beim Start sollte der Cache geleert werden.'],
    others: ['Der Cache wird beim Start geleert, lass das.', 'Beim Start darf der Cache nicht mehr geleert werden.'],
  },
  {
    approach: 'Rechnungen von Hand prüfen',
    repeating: ['Bitte die Rechnungen wieder von Hand prüfen.'],
    others: [
      'Automatisiere die Prüfung der Rechnungen, die wir von Hand prüfen.',
      'Es soll eine Fehlermeldung geben, wenn jemand Rechnungen von Hand prüft.',
    ],
  },
  {
    approach: 'Die Fehlerberichte einschalten',
    repeating: ['Schalte die Fehlerberichte ein.'],
    others: ['Schalte die Fehlerberichte ab.', 'Sperre die Fehlerberichte.'],
  },
  {
    approach: '周五部署',
    repeating: ['周五也可以部署', '这周五部署吧'],
    others: ['禁止周五部署', '周五部署应该被阻止', '周五部署的时候发出警告'],
  },
  {
    approach: '把密码明文存储在数据库',
    repeating: ['密码明文存储在数据库就好', '为了方便，把密码明文存到数据库'],
    others: ['屏蔽数据库里明文存储的密码', '密码明文存储在数据库，别这样做', '一旦密码明文存储在数据库就报警'],
  },
  {
    approach: '直接在生产环境修改数据',
    repeating: ['直接在生产环境修改数据吧'],
    others: ['拦截直接在生产环境修改数据的操作', '现在直接在生产环境修改数据，以后不允许'],
  },
];
