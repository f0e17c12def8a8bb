/** Recognizes addresses to which anyone can post: the secret is a part of their path. */
import { isRandomEnough } from './randomness.ts';
import type { Rule } from './matching/rule.ts';

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** A part of the host, and the expressions of what is kept and of the secret after it. */
const addresses: readonly (readonly [sign: string, keep: string, secret: string])[] = [
  // Microsoft Teams
  ['.office', '(?:webhook\\.office\\.com/webhookb2|outlook\\.office(?:365)?\\.com/webhook)/', '[\\w@/-]{20,}'],
  // Google Chat
  ['chat.google', 'chat\\.googleapis\\.com/v1/spaces/', '[\\w-]{4,40}/messages\\?[^\\s"\'<>`]{20,}'],
  // Zapier, IFTTT, Make, Pabbly, Workato
  ['zapier', 'hooks\\.zapier\\.com/hooks/[a-z]{1,20}/', '\\d{3,12}/\\w{5,40}'],
  ['ifttt', 'maker\\.ifttt\\.com/[^\\s"\'<>`]{1,120}/with/key/', '[\\w-]{10,}'],
  ['hook.', 'hook\\.(?:[a-z]{2}\\d\\.)?(?:make|integromat)\\.com/', '\\w{20,}'],
  ['pabbly', 'connect\\.pabbly\\.com/workflow/sendwebhookdata/', '[\\w%-]{10,}'],
  ['workato', 'webhooks\\.workato\\.com/webhooks/rest/', uuid],
  // WeCom, Render, PagerDuty, Splunk On-Call, Healthchecks.io, Vercel
  ['qyapi', 'qyapi\\.weixin\\.qq\\.com/cgi-bin/webhook/send\\?key=', uuid],
  ['render.com', 'api\\.render\\.com/deploy/srv-\\w{10,40}\\?key=', '[\\w-]{8,}'],
  ['pagerduty', 'events\\.(?:eu\\.)?pagerduty\\.com/integration/', '[0-9a-f]{32}'],
  ['victorops', 'alert\\.victorops\\.com/integrations/generic/\\d{8}/alert/', '[\\w-]{20,}'],
  ['hc-ping', 'hc-ping\\.com/', uuid],
  ['vercel', 'api\\.vercel\\.com/v1/integrations/deploy/prj_\\w{10,40}/', '\\w{8,}'],
];

const known = addresses.map(([sign, keep, secret]): Rule => ({
  name: 'webhook',
  pattern: new RegExp(`(?<keep>${keep})${secret}`, 'gu'),
  signs: [sign],
}));

/** In these addresses, a commit or a file follows, also below a folder `hooks`. */
const codeHost =
  /^:\/\/(?:[\w-]{1,40}\.)?(?:github|gitlab|bitbucket|codeberg|gitee|githubusercontent)\.(?:com|org)\/|\/(?:blob|tree|commits?|blame|compare|-\/raw|(?:src|raw)\/(?:commit|branch|tag))\//iu;

export const webhookRules: readonly Rule[] = [
  ...known,
  {
    // Mattermost, Rocket.Chat, Feishu, Webex, Zoom, n8n, Home Assistant, Netlify and own servers
    name: 'webhook',
    pattern:
      /(?<keep>(?<!\bfile):\/\/[^\s"'<>`]{1,200}?\/(?:[a-z]{0,10}[_-]?hooks?|webhook-test|incoming[_-]?webhooks?)\/(?:[\w-]{1,40}\/){0,3}?)(?<value>[A-Za-z0-9_-]{16,200}(?:\/[\w-]{16,200})?)(?![\w-])/giu,
    signs: ['://'],
    accepts: ({ keep = '', value = '' }) =>
      !codeHost.test(keep) &&
      /\d/u.test(value) &&
      value.split('/').every(isRandomEnough) &&
      !/^[a-z]+(?:[_-][a-z]+)*[_-]\d+$/iu.test(value),
  },
];
