/**
 * The held-out half of the prompts that mention an approach; see `mentioningPrompts.ts`. It was written before the rules
 * for such prompts and is only measured.
 */
import type { PromptsAboutApproach } from './mentioningPrompts.ts';

export const heldOutMentioningPrompts: readonly PromptsAboutApproach[] = [
  {
    approach: 'Send passwords by email',
    repeating: ['Just send the new password to the user by email.'],
    others: [
      'Make sure that nobody ever sends passwords by email.',
      'Reject every template that would send a password by email.',
    ],
  },
  {
    approach: 'Run the migrations on the production database by hand',
    repeating: ['This time let us run the migrations on production by hand, the database is small.'],
    others: [
      'Automate the migrations that Lena runs on the production database by hand.',
      'Nobody should be able to run migrations on the production database by hand any more.',
    ],
  },
  {
    approach: 'Allow merges without a review',
    repeating: [
      'Please allow merging without a review, we are only two people.',
      'Reviews only hold us up: allow merges without a review.',
    ],
    others: ['Merging without a review should be impossible.', 'Disallow merges without a review.'],
  },
  {
    approach: 'Load all products into memory at startup',
    repeating: [
      'Load every product into memory when the server starts.',
      'Stop reading pages of products, load all products into memory at startup.',
    ],
    others: [
      'All products are loaded into memory at startup, get rid of that.',
      'The server needs 8 GB because all products are loaded into memory at startup. Read them in pages instead.',
    ],
  },
  {
    approach: 'Show prices to guests',
    repeating: [
      'Guests ask for prices all the time, so show them the prices.',
      'To win more customers, show prices to guests.',
    ],
    others: ['Hide the prices from guests.', 'A guest who sees prices must be redirected to the login.'],
  },
  {
    approach: 'Use Firebase for authentication',
    repeating: ['Set up the authentication with Firebase.', 'Switch our authentication over to Firebase.'],
    others: [
      'Export the accounts from Firebase authentication as JSON.',
      'Move our users from Firebase authentication to Keycloak.',
    ],
  },
  {
    approach: 'Commit generated files to the repository',
    repeating: [
      'Commit the generated files to the repo, then nobody has to run the generator.',
      'If the generator is too slow in CI, commit the generated files to the repository.',
    ],
    others: [
      'Add a pre-commit hook that refuses generated files in the repository.',
      'If somebody commits generated files to the repository, the build must go red.',
    ],
  },
  {
    approach: 'Disable certificate checks in the HTTP client',
    repeating: [
      'Turn the certificate checks in the HTTP client off.',
      'Self-signed certificates fail locally. Switch off the certificate checks of our HTTP client.',
    ],
    others: [
      'Switch the certificate checks in the HTTP client back on.',
      'Re-enable the certificate checks of the HTTP client.',
      'Find every HTTP client in which certificate checks are disabled.',
    ],
  },
  {
    approach: 'Log access tokens in debug mode',
    repeating: ['Add the access token to the log in debug mode.', 'When debug mode is on, log the access tokens.'],
    others: [
      'Censor the access tokens in the log in debug mode.',
      'Access tokens show up in the log in debug mode, that has to end.',
    ],
  },
  {
    approach: 'Poll the exchange rates every minute',
    repeating: ['Do not wait for webhooks, poll the exchange rates every minute.'],
    others: [
      'Alert me when a client polls the exchange rates every minute.',
      "Exchange rates are polled every minute, please don't.",
      'Refuse clients that poll the exchange rates every minute.',
    ],
  },
  {
    approach: 'Store customer data in Google Sheets',
    repeating: [
      'For now, keep the customer data in Google Sheets.',
      'Export the customer data to Google Sheets and store it there.',
    ],
    others: [
      'Import the customer data from Google Sheets into Postgres.',
      'Pull the customer data out of Google Sheets once and for all.',
    ],
  },
  {
    approach: 'Trust the X-Forwarded-For header',
    repeating: ['We are behind a proxy, so trust the X-Forwarded-For header.'],
    others: [
      'The X-Forwarded-For header must not be trusted.',
      'Ignore the X-Forwarded-For header that we trust today.',
    ],
  },
  {
    approach: 'Let customers upload SVG files',
    repeating: ['Let customers upload their logo as an SVG file.'],
    others: ['Sanitize the SVG files that customers upload.', 'Block uploads of SVG files by customers.'],
  },
  {
    approach: 'Open the admin port to the internet',
    repeating: ['Open the admin port to the internet so that I can work from home.'],
    others: [
      'The admin port must never be open to the internet.',
      'Close the admin port that is open to the internet.',
    ],
  },
  {
    approach: 'Execute user scripts in the main process',
    repeating: ['Run the user scripts in the main process, a worker is overkill.'],
    others: [
      'Throw an error when a user script is executed in the main process.',
      'User scripts are executed in the main process, and that is a mistake.',
    ],
  },
  {
    approach: 'Retry payments automatically',
    repeating: ['Failed payments should be retried automatically.'],
    others: [
      'Payments get retried automatically; turn that off.',
      'Ask for a confirmation before payments are retried automatically.',
    ],
  },
  {
    approach: 'Keep the photos of products in S3',
    repeating: ['Store the product photos in S3.'],
    others: ['Keep the container image of the product service in S3.'],
  },
  {
    approach: 'Sign customers in with SMS codes',
    repeating: ['Use SMS codes to sign customers in.', 'Let customers log in with a code by SMS.'],
    others: ['Rate limit the SMS codes with which customers sign in.'],
  },
  {
    approach: 'Zugangsdaten im Repository ablegen',
    repeating: [
      'Leg die Zugangsdaten einfach im Repository ab.',
      'Um Zeit zu sparen, sollten wir die Zugangsdaten im Repo speichern.',
    ],
    others: [
      'Zugangsdaten im Repository müssen beim Commit erkannt und abgelehnt werden.',
      'Wenn jemand Zugangsdaten im Repository ablegt, soll der Build fehlschlagen.',
      'Sorge dafür, dass keine Zugangsdaten im Repository abgelegt werden.',
    ],
  },
  {
    approach: 'Bestellungen automatisch stornieren',
    repeating: ['Storniere unbezahlte Bestellungen nach drei Tagen automatisch.'],
    others: [
      'Unterbinde, dass Bestellungen automatisch storniert werden.',
      'Bestellungen werden automatisch storniert, bitte nicht mehr.',
    ],
  },
  {
    approach: 'Den Dunkelmodus abschalten',
    repeating: ['Schalte den Dunkelmodus ab.'],
    others: ['Schalte den Dunkelmodus wieder ein.'],
  },
  {
    approach: 'Freigaben per E-Mail verschicken',
    repeating: ['Verschicke die Freigaben einfach per E-Mail.'],
    others: ['Die Freigaben, die wir per E-Mail verschicken, sollen in die App wandern.'],
  },
  {
    approach: '在前端保存访问令牌',
    repeating: ['把访问令牌保存在前端就行'],
    others: ['防止访问令牌保存在前端', '如果访问令牌保存在前端，请提示用户', '访问令牌现在保存在前端，不要再这样了'],
  },
  {
    approach: '用管理员账号运行服务',
    repeating: ['请用管理员账号来运行服务'],
    others: ['禁止用管理员账号运行服务', '检测哪些服务在用管理员账号运行'],
  },
  {
    approach: '手动发布版本',
    repeating: ['版本还是手动发布吧'],
    others: ['把手动发布版本改成自动化'],
  },
  {
    approach: '关闭严格模式',
    repeating: ['把严格模式关掉'],
    others: ['重新打开严格模式'],
  },
];
