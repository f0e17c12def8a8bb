/**
 * Recognizes credentials by the prefix or the shape that their issuer gives them. The maintained rules
 * (`secretlintRules.ts`) also cover many of them, by their exact length. These rules also match longer keys, and
 * cover issuers that are missing there. Each line names the documentation of its shape.
 */
import type { Rule } from './matching/rule.ts';

const shape = (name: string, pattern: RegExp, ...signs: string[]): Rule => ({ name, pattern, signs });

export const privateRules: readonly Rule[] = [
  // https://www.putty.org, appendix C of its manual: the private lines of a key file.
  shape('private key', /(?<keep>Private-Lines: \d+\s+)(?:[A-Za-z0-9+/=]{20,}\s*)+/gu, 'Private-Lines: '),
  // https://age-encryption.org/v1
  shape('private key', /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/gu, 'AGE-SECRET-KEY-1'),
  // kubernetes.io/docs: kubeconfig
  shape(
    'private key',
    /(?<keep>\bclient-key-data\\{0,3}["']?:\s{0,4}\\{0,3}["']?)[A-Za-z0-9+/]{16,}={0,2}/gu,
    'client-key-data',
  ),
  // RFC 7518, the private members of a JSON web key
  shape(
    'private key',
    /(?<keep>\\{0,3}"(?:[dpqk]|d[pq]|qi)\\{0,3}"\s{0,4}:\s{0,4}\\{0,3}")[A-Za-z0-9_-]{20,}/gu,
    'kty',
  ),
  // RFC 7519
  shape('JSON web token', /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/gu, 'eyJ'),
  // RFC 7516: five parts, of which the second is empty after direct key agreement.
  shape(
    'JSON web token',
    /\beyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{0,2000}\.[A-Za-z0-9_-]{8,40}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{10,100}/gu,
    'eyJ',
  ),
];

export const issuerRules: readonly Rule[] = [
  // Our own, for agents that use a server: docs/server.md
  shape('BigMind token', /\bbmt_[0-9a-f]{12}_[A-Za-z0-9_-]{43}/gu, 'bmt_'),
  // docs.github.com: about authentication to GitHub
  shape('GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})\b/gu, 'gh', 'github_pat_'),
  // docs.gitlab.com/security/tokens: token prefixes
  shape(
    'GitLab token',
    /\b(?:gl(?:pat|ptt|dt|rt|rtr|cbt|soat|agent|imt|oas|ft|ffct|wt)-[A-Za-z0-9_-]{20,}(?:\.[a-z0-9]{2}\.[a-z0-9]{9})?|GR1348941[A-Za-z0-9_-]{20,})/gu,
    'gl',
    'GR1348941',
  ),
  // docs.aws.amazon.com/IAM: unique identifiers
  shape('AWS key id', /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/gu, 'AKIA', 'ASIA', 'ABIA', 'ACCA'),
  // docs.aws.amazon.com/bedrock: API keys
  shape('AWS key', /\bABSK[A-Za-z0-9+/]{109,269}={0,2}|\bbedrock-api-key-[A-Za-z0-9+/=]{40,}/gu, 'ABSK', 'bedrock-api'),
  // learn.microsoft.com/azure/storage: account keys are 64 bytes; SAS signatures 32; Entra client secrets contain 7Q~
  // or 8Q~
  shape('Azure key', /(?<keep>\b(?:Account|SharedAccess)Key=)[A-Za-z0-9+/]{40,}={0,2}/gu, 'Key='),
  shape('Azure signature', /(?<keep>(?:[?&;]|\\u0026|%26)sig=)[A-Za-z0-9%+/_-]{30,}(?:%3D|=)?/gu, 'sig='),
  shape('Azure client secret', /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/gu, 'Q~'),
  shape('Azure key', /\b[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{18,30}\b/gu, 'JQQJ99'),
  // cloud.google.com/docs/authentication; developers.google.com/identity/protocols/oauth2
  shape('Google key', /\bAIza[A-Za-z0-9_-]{35}|\bAQ\.Ab8[A-Za-z0-9_-]{40,}/gu, 'AIza', 'AQ.Ab8'),
  shape('Google client secret', /\bGOCSPX-[A-Za-z0-9_-]{28}/gu, 'GOCSPX-'),
  shape('Google token', /\bya29\.[A-Za-z0-9_-]{20,}|(?<![\w/])1\/\/0[A-Za-z0-9_-]{30,}/gu, 'ya29.', '1//0'),
  // api.slack.com/concepts/token-types; api.slack.com/messaging/webhooks
  shape('Slack token', /\b(?:xox[abceoprs]|xapp)-(?:\d-)?[A-Za-z0-9.-]{10,}/gu, 'xox', 'xapp-'),
  shape(
    'Slack webhook',
    /(?<keep>hooks\.slack(?:-gov)?\.com\/)(?:services|workflows|triggers)\/[A-Za-z0-9/]{20,}/gu,
    'hooks.slack',
  ),
  // platform.openai.com, console.anthropic.com, openrouter.ai, platform.deepseek.com
  shape('API key', /\bsk-(?=[A-Za-z_-]*\d)(?:[a-z]{2,8}-){0,2}(?:api03-|v1-)?[A-Za-z0-9_-]{20,}/gu, 'sk-'),
  // docs.npmjs.com: about access tokens; pypi.org/help: macaroons; rubygems, crates.io, nuget.org: API keys
  shape('npm token', /\bnpm_[A-Za-z0-9]{36,}\b/gu, 'npm_'),
  shape('PyPI token', /\bpypi-[A-Za-z0-9_-]{50,}/gu, 'pypi-'),
  shape('RubyGems key', /\brubygems_[a-f0-9]{48}\b/gu, 'rubygems_'),
  shape('crates.io token', /\bcio[A-Za-z0-9]{32}\b/gu, 'cio'),
  shape('NuGet key', /\boy2[a-z0-9]{43}\b/gu, 'oy2'),
  // docs.stripe.com/keys; webhooks sign with whsec_
  shape('Stripe key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9+/]{24,}={0,2}/gu, 'k_', 'whsec_'),
  // docs.x.ai, docs.perplexity.ai, console.groq.com, replicate.com/docs, huggingface.co/docs/hub/security-tokens
  shape(
    'API key',
    /\b(?:xai-[A-Za-z0-9]{60,}|pplx-[A-Za-z0-9]{40,}|gsk_[A-Za-z0-9]{40,}|r8_[A-Za-z0-9]{37,})\b/gu,
    'xai-',
    'pplx-',
    'gsk_',
    'r8_',
  ),
  shape('Hugging Face token', /\b(?:hf|api_org)_[A-Za-z0-9]{34,}\b/gu, 'hf_', 'api_org_'),
  // docs.sendgrid.com, mailgun, mailchimp, brevo: API keys
  shape('SendGrid key', /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/gu, 'SG.'),
  shape('Mailgun key', /\bkey-[a-f0-9]{32}\b/gu, 'key-'),
  shape('Mailchimp key', /\b[a-f0-9]{32}-us\d{1,2}\b/gu, '-us'),
  shape('Brevo key', /\bxkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}\b/gu, 'xkeysib-'),
  // www.twilio.com/docs/iam/api-keys
  shape('Twilio key', /\bSK[a-f0-9]{32}\b/gu, 'SK'),
  // core.telegram.org/bots/api; discord.com/developers/docs
  shape('Telegram token', /(?<!\d)\d{8,10}:A[A-Za-z0-9_-]{34}(?![\w-])/gu, ':A'),
  shape('Discord token', /\b[MNO][A-Za-z\d_-]{23,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,40}(?![\w-])/gu, '.'),
  shape(
    'Discord webhook',
    /(?<keep>discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/)\d{15,}\/[A-Za-z0-9_-]{40,}/gu,
    'discord',
  ),
  // docs.docker.com/security/access-tokens
  shape('Docker token', /\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}/gu, 'dckr_'),
  // developers.cloudflare.com, docs.digitalocean.com, devcenter.heroku.com, fly.io/docs, docs.netlify.com,
  // vercel.com/docs
  shape('DigitalOcean token', /\bdo[oprt]_v1_[a-f0-9]{64}\b/gu, '_v1_'),
  shape('Heroku key', /\bHRKU-[A-Za-z0-9_-]{30,}/gu, 'HRKU-'),
  shape('Fly.io token', /\bfo1_[\w-]{43}|\bfm[12][ar]?_[A-Za-z0-9+/]{80,}={0,3}/gu, 'fo1_', 'fm1', 'fm2'),
  shape('Netlify token', /\bnfp_[A-Za-z0-9_]{36,}\b/gu, 'nfp_'),
  shape('Vercel token', /\b(?:vc[pciark]_[A-Za-z0-9]{20,}|vercel_blob_rw_[A-Za-z0-9_]{30,})\b/gu, 'vc', 'vercel_'),
  // planetscale.com, supabase.com, docs.databricks.com, mongodb atlas, docs.snowflake.com
  shape('PlanetScale token', /\bpscale_(?:tkn|pw|oauth)_[\w.=-]{32,}/gu, 'pscale_'),
  shape('Supabase key', /\bsb(?:p_[a-f0-9]{40}|_secret_[A-Za-z0-9_-]{20,})/gu, 'sbp_', 'sb_secret_'),
  shape('Databricks token', /\bdapi[a-f0-9]{32}(?:-\d)?\b/gu, 'dapi'),
  // developer.hashicorp.com/vault/docs/concepts/tokens; terraform cloud; pulumi; docs.doppler.com; 1password
  shape('Vault token', /\b(?:hv[sbr]\.[A-Za-z0-9_-]{24,}|s\.[A-Za-z0-9]{24}\b)/gu, 'hv', 's.'),
  shape('Terraform token', /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}/gu, '.atlasv1.'),
  shape('Pulumi token', /\bpul-[a-f0-9]{40}\b/gu, 'pul-'),
  shape('Doppler token', /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,}/gu, 'dp.'),
  shape(
    '1Password token',
    /\bops_eyJ[A-Za-z0-9+/=_-]{100,}|\bA3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\b/gu,
    'ops_eyJ',
    'A3-',
  ),
  // docs.sentry.io, docs.newrelic.com, grafana.com/docs, docs.dynatrace.com
  shape('Sentry token', /\bsntry[su]_[A-Za-z0-9+/=_-]{40,}/gu, 'sntry'),
  shape('New Relic key', /\bNR(?:AK|JS|II|RA)-[A-Za-z0-9_-]{19,}\b/gu, 'NR'),
  shape('Grafana token', /\bgl(?:c_[A-Za-z0-9+/]{32,}={0,2}|sa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})/gu, 'glc_', 'glsa_'),
  shape('Dynatrace token', /\bdt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}\b/gu, 'dt0'),
  // id.atlassian.com, linear.app/developers, developers.notion.com, airtable.com, figma.com/developers, postman
  shape('Atlassian token', /\bAT(?:ATT|CTT|BB)[A-Za-z0-9][A-Za-z0-9_=-]{25,}/gu, 'ATATT', 'ATCTT', 'ATBB'),
  shape('Linear key', /\blin_(?:api|oauth)_[A-Za-z0-9]{32,}\b/gu, 'lin_'),
  shape('Notion token', /\bntn_[A-Za-z0-9]{40,}\b|\bsecret_[A-Za-z0-9]{43}\b/gu, 'ntn_', 'secret_'),
  shape('Airtable token', /\bpat[A-Za-z0-9]{14}\.[a-f0-9]{64}\b/gu, 'pat'),
  shape('Figma token', /\bfig(?:d|o|u)[r]?_[A-Za-z0-9_-]{30,}/gu, 'fig'),
  shape('Postman key', /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b/gu, 'PMAK-'),
  // shopify.dev, developer.squareup.com, developer.paypal.com, shippo, easypost, developers.facebook.com
  shape('Shopify token', /\bshp(?:at|ca|pa|ss|tka|ltm)_[A-Za-z0-9]{32,}\b/gu, 'shp'),
  shape('Square token', /\bsq0(?:csp|atp|idp)-[A-Za-z0-9_-]{22,}|\bEAAA[A-Za-z0-9_-]{60}\b/gu, 'sq0', 'EAAA'),
  shape('Shippo token', /\bshippo_(?:live|test)_[a-f0-9]{40}\b/gu, 'shippo_'),
  shape('EasyPost key', /\bEZ[AT]K[A-Za-z0-9]{54}\b/gu, 'EZ'),
  shape('Facebook token', /\bEAA[A-Za-z0-9]{90,}\b/gu, 'EAA'),
  // www.alibabacloud.com/help: AccessKey; tailscale.com/kb; developers.cloudflare.com
  shape('Alibaba key id', /\bLTAI[A-Za-z0-9]{12,24}\b/gu, 'LTAI'),
  shape('Tailscale key', /\btskey-[a-z]+-[A-Za-z0-9-]{20,}/gu, 'tskey-'),
  shape('Cloudflare token', /\bcf(?:k|ut|at)_[A-Za-z0-9]{40,}\b|\bv1\.0-[a-f0-9]{24}-[a-f0-9]{146}\b/gu, 'cf', 'v1.0-'),
];
