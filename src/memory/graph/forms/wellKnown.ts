/** Services and packages that most developers know by name. Ordinary words, such as Express or Linear, are not listed. */

interface WellKnown {
  kind: 'service' | 'package';
  /** In characters, from the start of the text. */
  length: number;
}

const services =
  'PostgreSQL|Postgres|MySQL|MariaDB|SQLite|MongoDB|Redis|Valkey|Memcached|Elasticsearch|OpenSearch|ClickHouse|CockroachDB|DynamoDB|BigQuery|Snowflake|InfluxDB|' +
  'CouchDB|Neo4j|pgvector|pgbouncer|Supabase|PlanetScale|Firebase|Firestore|RabbitMQ|Apache Kafka|Kafka|Amazon S3|AWS S3|AWS Lambda|AWS|Google Cloud|GCP|Azure DevOps|' +
  'Microsoft Azure|Azure|Cloudflare Workers|Cloudflare|DigitalOcean|Heroku|Vercel|Netlify|Fly.io|Kubernetes|K8s|Docker Compose|Docker Hub|Docker|Podman|Helm|Terraform|' +
  'Ansible|Pulumi|Nginx|HAProxy|Traefik|Caddy|GitHub Actions|GitHub Copilot|GitHub Pages|GitHub|GitLab CI|GitLab|Bitbucket|CircleCI|Jenkins|TeamCity|Travis CI|' +
  'Buildkite|SonarQube|Dependabot|Renovate|GoReleaser|Homebrew|Jira|Confluence|Datadog|New Relic|Grafana|Prometheus|OpenTelemetry|Splunk|PagerDuty|Sentry|PostHog|Mixpanel|' +
  'Amplitude|Auth0|Okta|Keycloak|Stripe|PayPal|Twilio|SendGrid|Mailgun|HubSpot|Salesforce|Shopify|Algolia|Figma|OpenAI|Anthropic|ChatGPT|Claude Code|Claude Desktop|Claude|' +
  'Gemini CLI|Gemini|Copilot CLI|Copilot|Codex CLI|Ollama|Hugging Face|OpenRouter|VS Code|Visual Studio Code|IntelliJ IDEA|JetBrains|Model Context Protocol|WordPress|' +
  'LaunchDarkly|HashiCorp Vault|Artifactory|npm registry|PyPI|crates.io|Docker Engine|Elastic Beanstalk|CloudFront|CloudWatch|CloudFormation|Route 53';
/** Only as written, because the same word in lower case is an ordinary one. */
const servicesAsWritten =
  'Slack|Discord|Notion|Stripe|Sentry|Snowflake|Helm|Caddy|Jenkins|Renovate|Amplitude|Claude|Gemini|Copilot|Grafana|Prometheus|Azure|Heroku|Firebase|Splunk|Figma|Twilio|' +
  'Shopify|Anthropic|Terraform|Ansible|Traefik|Codex|VS Code';
const packages =
  'Node.js|NodeJS|Next.js|NextJS|Nuxt|Vue.js|Express.js|Three.js|D3.js|Chart.js|Moment.js|Deno|jQuery|ReactJS|React Native|Angular|SvelteKit|NestJS|Tailwind CSS|' +
  'TailwindCSS|Vitest|Jest|Playwright|Cypress|Puppeteer|Webpack|esbuild|ESLint|typescript-eslint|Django|FastAPI|SQLAlchemy|Pydantic|NumPy|SciPy|PyTorch|TensorFlow|' +
  'scikit-learn|Matplotlib|pytest|LangChain|Spring Boot|Hibernate|Ruby on Rails|Laravel|Symfony|ASP.NET|Entity Framework|sql.js|socket.io|go-git|golangci-lint|tree-sitter|' +
  'Sequelize|TypeORM|Mongoose|GraphQL Yoga|Apollo Server|Axios|Lodash|better-sqlite3|pnpm|Turborepo|Storybook|RxJS|Zod|Tokio|Serde|Pandas|OpenSSL|libuv|Electron';
const packagesAsWritten =
  'React|Vue|Svelte|Vite|Flask|Rails|Prisma|Angular|Jest|Cypress|Deno|Pandas|Electron|Cobra|Viper|Axum|Tokio|Zod|Redux|Prettier|Biome|Drizzle';

interface Phrase {
  lower: string;
  /** Undefined if the case does not matter. */
  written: string | undefined;
  kind: WellKnown['kind'];
}

/** By their first word in lower case, the longest first. */
const phrases = listed();

/** The longest well-known name that a text starts with, at a word's end; undefined if it is followed by more of a word. */
export function wellKnownAt(text: string, start: number, firstWord: string): WellKnown | undefined {
  const candidates = phrases.get(firstWord.toLowerCase());
  if (candidates === undefined) return undefined;
  for (const { lower, written, kind } of candidates) {
    const end = start + lower.length;
    const found = text.slice(start, end);
    const isSame = written === undefined ? found.toLowerCase() === lower : found === written;
    if (isSame && !/[\w-]/u.test(text[end] ?? '')) return { kind, length: lower.length };
  }
  return undefined;
}

/** In lower case. */
export function firstWords(): Iterable<string> {
  return phrases.keys();
}

/** As their makers spell them. */
export function wellKnownNames(): string[] {
  return [services, servicesAsWritten, packages, packagesAsWritten].flatMap((names) => names.split('|'));
}

/** For a whole name. */
export function wellKnownFrom(name: string): WellKnown | undefined {
  const found = wellKnownAt(name, 0, name.split(' ', 1)[0] ?? '');
  return found?.length === name.length ? found : undefined;
}

function listed(): ReadonlyMap<string, readonly Phrase[]> {
  const byFirstWord = new Map<string, Phrase[]>();
  const strict = new Set(`${servicesAsWritten}|${packagesAsWritten}`.split('|'));
  const add = (names: string, kind: WellKnown['kind']): void => {
    for (const name of names.split('|')) {
      const lower = name.toLowerCase();
      const first = lower.split(' ', 1)[0] ?? '';
      const group = byFirstWord.get(first) ?? [];
      if (group.some((other) => other.lower === lower)) continue;
      byFirstWord.set(first, [...group, { lower, written: strict.has(name) ? name : undefined, kind }]);
    }
  };
  add(`${services}|${servicesAsWritten}`, 'service');
  add(`${packages}|${packagesAsWritten}`, 'package');
  for (const group of byFirstWord.values()) group.sort((one, other) => other.lower.length - one.lower.length);
  return byFirstWord;
}
