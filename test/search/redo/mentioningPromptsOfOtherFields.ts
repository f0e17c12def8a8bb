/**
 * More prompts that mention an approach; see `mentioningPrompts.ts`. They were written before the rules were finished and
 * measured once they were: precision 87.0, recall 74.1. Then their mistakes were read, and led to two more rules.
 */
import type { PromptsAboutApproach } from './mentioningPrompts.ts';

export const mentioningPromptsOfOtherFields: readonly PromptsAboutApproach[] = [
  {
    approach: 'Let the mobile app talk to the database directly',
    repeating: [
      'The API is a bottleneck. Let the mobile app talk directly to the database.',
      "Could we skip the API and have the mobile app talk straight to the database? Let's try it.",
    ],
    others: [
      'I just noticed that the mobile app talks to the database directly. Please put an API in between.',
      'Set up a firewall so the mobile app cannot talk to the database directly.',
    ],
  },
  {
    approach: 'Publish packages from a laptop',
    repeating: ['CI is down again, so publish the packages from my laptop.'],
    others: [
      'It should not be possible to publish packages from a laptop.',
      'Move publishing of packages from laptops into CI.',
      'If anybody publishes packages from a laptop, post it in the channel.',
    ],
  },
  {
    approach: 'Use global variables for the game state',
    repeating: [
      'Put the game state in global variables, that is the quickest way.',
      'Make the game state global variables so that every scene can reach it.',
    ],
    others: [
      'Get the game state out of global variables.',
      'Tell me whenever a pull request uses global variables for game state.',
      'No more global variables for the game state please, pass it as an argument.',
    ],
  },
  {
    approach: 'Translate the help pages with machine translation',
    repeating: [
      'Use machine translation to translate the help pages.',
      'If there is no translator for a language, translate the help pages by machine translation.',
    ],
    others: [
      'Mark help pages that were translated with machine translation.',
      'Have a human translator redo the help pages that were done with machine translation.',
    ],
  },
  {
    approach: 'Vendor the dependencies into the repository',
    repeating: ['Check the dependencies into the repository, vendored, so builds work offline.'],
    others: [
      'Vendored dependencies in the repository bloat every clone, purge them.',
      'Reject pull requests that vendor dependencies into the repository.',
    ],
  },
  {
    approach: 'Turn off foreign keys during the import',
    repeating: [
      'The import takes ages. Disable the foreign keys while it runs.',
      'Switch foreign keys off during the import.',
    ],
    others: [
      'Foreign keys must stay on during the import.',
      'Why does the import run with foreign keys turned off? Turn them on again.',
    ],
  },
  {
    approach: 'Share one API key between all customers',
    repeating: ['One API key shared by all customers is enough for the pilot, do that.'],
    others: [
      'Make sharing one API key between customers impossible.',
      'All customers share one API key right now, which has to stop.',
      'Rotate the API key that all customers share.',
    ],
  },
  {
    approach: 'Render the invoices in the browser',
    repeating: [
      'Render invoices in the browser rather than on the server.',
      'Generate the invoice in the browser, then print it.',
    ],
    others: [
      'Migrate invoice rendering from the browser to a worker.',
      'What if invoices were rendered in the browser, would the fonts be right?',
    ],
  },
  {
    approach: 'Close stale issues automatically',
    repeating: ['Add a bot that closes stale issues automatically.'],
    others: [
      'Stale issues keep being closed automatically. Never do that.',
      'Reopen the stale issues which were closed automatically.',
      'Ask the author before a stale issue is closed automatically.',
    ],
  },
  {
    approach: 'Keep the feature flags in environment variables',
    repeating: [
      'Feature flags belong into environment variables, move them there.',
      'Read the feature flags from environment variables.',
    ],
    others: [
      'Replace the environment variables that hold our feature flags by a table.',
      'Write a linter rule which complains about feature flags in environment variables.',
    ],
  },
  {
    approach: 'Use OAuth for the internal tools',
    repeating: ['Protect the internal tools with OAuth.', 'Let us use OAuth for internal tools after all.'],
    others: ['Use SAML for the internal tools.', 'Remove the OAuth login of the internal tools.'],
  },
  {
    approach: 'Write the changelog by hand',
    repeating: ['The generated changelog is unreadable, so write it by hand again.'],
    others: ['Generate the changelog we still write by hand from the commits.'],
  },
  {
    approach: 'Block requests from Tor exit nodes',
    repeating: [
      'Block all requests from Tor exit nodes.',
      'Too much spam comes in through Tor. Reject requests from Tor exit nodes.',
    ],
    others: [
      'Do not block requests from Tor exit nodes.',
      'Unblock the requests from Tor exit nodes.',
      'Allow requests from Tor exit nodes again.',
    ],
  },
  {
    approach: 'Warn users about weak passwords',
    repeating: ['Show users a warning about weak passwords.', 'Weak passwords? Warn the user.'],
    others: ['Drop the warning that users get about weak passwords.', 'Stop warning users about weak passwords.'],
  },
  {
    approach: 'Kundendaten an einen externen Dienst senden',
    repeating: ['Sende die Kundendaten an den externen Dienst, das spart uns Arbeit.'],
    others: [
      'Es darf nicht passieren, dass Kundendaten an einen externen Dienst gesendet werden.',
      'Protokolliere, ob Kundendaten an einen externen Dienst gesendet werden.',
      'Kundendaten sollen nicht mehr an einen externen Dienst gesendet werden.',
    ],
  },
  {
    approach: 'Die Tests nur nachts ausführen',
    repeating: ['Wir sollten die Tests nur noch nachts ausführen.'],
    others: ['Die Tests laufen nur nachts, das müssen wir ändern.', 'Führe die Tests nicht nur nachts aus.'],
  },
  {
    approach: '把日志写入主数据库',
    repeating: ['日志直接写入主数据库吧'],
    others: ['不应该把日志写入主数据库', '把写入主数据库的日志迁移到文件', '阻止服务把日志写入主数据库'],
  },
  {
    approach: '允许匿名评论',
    repeating: ['我们还是允许匿名评论吧'],
    others: ['关闭匿名评论', '不再允许匿名评论'],
  },
];
