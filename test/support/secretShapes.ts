/**
 * Secrets in the formats that their issuers document, and the places where people and programs leave them. They are
 * built from parts in each run, so that no scanner reports a file of this repository as a leak.
 */

const small = 'abcdefghijklmnopqrstuvwxyz';
const large = small.toUpperCase();
const digits = '0123456789';
const mixed = small + large + digits;
const hex = `${digits}abcdef`;

/** Reproducible: the same seed creates the same secrets. */
export function secretMaker(seed: number): Record<string, string> {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
  const some = (alphabet: string, count: number): string =>
    Array.from({ length: count }, () => alphabet[Math.floor(next() * alphabet.length)] ?? '').join('');
  const of = (...parts: string[]): string => parts.join('');
  return {
    'GitHub token': of('gh', 'p_', some(mixed, 36)),
    'fine-grained GitHub token': of('github_', 'pat_', some(mixed, 22), '_', some(mixed, 59)),
    'GitLab token': of('gl', 'pat-', some(mixed, 20)),
    'AWS key id': of('AK', 'IA', some(large + digits, 16)),
    'AWS secret key': some(`${mixed}/+`, 40),
    'Azure storage key': of(some(`${mixed}/+`, 86), '=='),
    'Azure client secret': of(some(mixed, 3), '8', 'Q~', some(mixed, 34)),
    'Google key': of('AI', 'za', some(`${mixed}_-`, 35)),
    'Google client secret': of('GOC', 'SPX-', some(mixed, 28)),
    'Slack token': of('xo', 'xb-', some(digits, 12), '-', some(digits, 13), '-', some(mixed, 24)),
    'OpenAI key': of('s', 'k-proj-', some(`${mixed}_-`, 74), 'T3Blbk', 'FJ', some(`${mixed}_-`, 74)),
    'Anthropic key': of('s', 'k-ant-', 'api03-', some(`${mixed}_-`, 93), 'AA'),
    'Hugging Face token': of('h', 'f_', some(small + large, 34)),
    'npm token': of('np', 'm_', some(mixed, 36)),
    'PyPI token': of('py', 'pi-', 'AgEIcHlwaS5vcmc', some(`${mixed}_-`, 120)),
    'Stripe key': of('s', 'k_live_', some(mixed, 24)),
    'SendGrid key': of('S', 'G.', some(mixed, 22), '.', some(`${mixed}_-`, 43)),
    'Twilio key': of('S', 'K', some(hex, 32)),
    'Telegram token': of(some(digits, 10), ':', 'AA', some(`${mixed}_-`, 33)),
    'Docker token': of('dckr', '_pat_', some(`${mixed}_-`, 27)),
    'DigitalOcean token': of('do', 'p_v1_', some(hex, 64)),
    'Shopify token': of('shp', 'at_', some(hex, 32)),
    'Linear key': of('lin', '_api_', some(mixed, 40)),
    'Notion token': of('nt', 'n_', some(digits, 11), some(mixed, 35)),
    'Vault token': of('hv', 's.', some(`${mixed}_-`, 95)),
    'Databricks token': of('da', 'pi', some(hex, 32)),
    'Sentry token': of('snt', 'rys_', some(mixed, 60)),
    'Atlassian token': of('ATA', 'TT3x', some(`${mixed}_-`, 60)),
    'Supabase key': of('sb', 'p_', some(hex, 40)),
    'JSON web token': of('ey', 'J', some(mixed, 30), '.ey', 'J', some(mixed, 60), '.', some(`${mixed}_-`, 43)),
    'hexadecimal key of 32': some(hex, 32),
    'hexadecimal key of 64': some(hex, 64),
    'key of 32 letters and digits': some(mixed, 32),
    'key of 40 in base64': of(some(`${mixed}/+`, 43), '='),
    'key of 36 in small letters and digits': some(small + digits, 36),
    password: of(some(small, 5), some(large, 2), some(digits, 4), '!', some(small, 2)),
  };
}

/** Text around a secret; the names are the places for which recall is reported. */
export const surroundings: Readonly<Record<string, (secret: string) => string>> = {
  'environment file': (secret) => `NODE_ENV=production\nSERVICE_SECRET=${secret}\nPORT=3000\n`,
  JSON: (secret) => `{\n  "name": "worker",\n  "apiKey": "${secret}",\n  "retries": 3\n}`,
  YAML: (secret) => `service:\n  url: https://example.org\n  api_key: ${secret}\n  replicas: 2\n`,
  URL: (secret) => `GET https://api.example.org/v1/items?access_token=${secret}&page=2`,
  header: (secret) => `curl -H "Authorization: Bearer ${secret}" https://api.example.org/v1`,
  sentence: (secret) => `For the staging server the API key is ${secret}, please do not share it.`,
  code: (secret) => `const client = connect({ secret: '${secret}', region: 'eu-central-1' });`,
  shell: (secret) => `$ export API_TOKEN="${secret}" && ./deploy.sh --now`,
  log: (secret) => `2026-05-04T10:11:12Z WARN auth failed for user=ann token=${secret} attempt=3`,
  'Markdown table': (secret) => `| setting | value |\n|---|---|\n| API key | \`${secret}\` |\n`,
  'AWS credentials file': (secret) =>
    `[default]\nregion = eu-west-1\naws_secret_access_key = ${secret}\noutput = json\n`,
  Maven: (secret) => `<server><id>nexus</id><username>ci</username><password>${secret}</password></server>`,
  netrc: (secret) => `machine git.example.org login ci password ${secret}\n`,
  'database client': (secret) => `$ mysql -h db.example.org -u shop -p${secret} shop < dump.sql`,
  sshpass: (secret) => `$ sshpass -p '${secret}' ssh ci@build.example.org`,
  'Authorization: token': (secret) => `curl -H "Authorization: token ${secret}" https://git.example.org/api`,
  cookie: (secret) => `GET / HTTP/1.1\nCookie: theme=dark; session=${secret}\nAccept: */*\n`,
  Chinese: (secret) => `测试环境的密码：${secret}，请不要外传。`,
  Spanish: (secret) => `La contraseña es ${secret} y caduca mañana.`,
  French: (secret) => `Le mot de passe : ${secret}`,
  Japanese: (secret) => `パスワードは ${secret} です。`,
};
