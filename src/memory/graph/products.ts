/**
 * Spellings of products that most developers know: a short form (`Postgres`), the vendor before it (`Apache Kafka`), and
 * a word for how one uses it behind it (`Gemini CLI`, `Stripe API`) name the same product. A word that makes another
 * product of it does not: `GitHub Actions`, `Docker Hub`, `Claude Code`.
 */
import { entityKey } from './entities.ts';
import { wellKnownNames } from './forms/wellKnown.ts';

/** Short forms and other names, by key. */
const otherNames: Readonly<Record<string, string>> = {
  postgres: 'postgresql',
  psql: 'postgresql',
  mongo: 'mongodb',
  k8s: 'kubernetes',
  s3: 'amazons3',
  awss3: 'amazons3',
  amazonwebservices: 'aws',
  gcp: 'googlecloud',
  googlecloudplatform: 'googlecloud',
  visualstudiocode: 'vscode',
  mcp: 'modelcontextprotocol',
  ghactions: 'githubactions',
  dockerengine: 'docker',
  node: 'node.js',
  rubyonrails: 'rails',
  tailwind: 'tailwindcss',
  sklearn: 'scikitlearn',
};
const uses = /(?:cli|apis?|sdks?|client|server|database|db|library|framework)$/u;
const vendors = /^(?:amazon|anthropic|apache|atlassian|aws|github|google|hashicorp|meta|microsoft|openai|oracle)/u;
const version = /v?\d+(?:\.\d+)*$/u;
const script = /\.?js$/u;
/** How one uses a product that only tags name. */
const useBehind = /^(?<product>.*[\p{L}\p{N}])[\s_-](?:cli|api|sdk)$/iu;

const listed: ReadonlyMap<string, string> = listedNames();

/** The key of the product that a key names; the same key for any other name. */
export function productKey(key: string): string {
  const other = Object.hasOwn(otherNames, key) ? otherNames[key] : undefined;
  if (other !== undefined) return other;
  const base = key.replace(script, '');
  for (const shorter of [key.replace(uses, ''), key.replace(vendors, ''), base, base === key ? key : `${base}.js`])
    if (shorter !== key && isListed(shorter)) return productKey(shorter);
  const unversioned = key.replace(version, '');
  return !listed.has(key) && listed.has(unversioned) ? productKey(unversioned) : key;
}

/** As its makers spell it; undefined for a key of no product. */
export function productName(key: string): string | undefined {
  return listed.get(key);
}

/** `acme` for `Acme CLI`: the key of a product whose use a name says, if there is such a product. */
export function keyWithoutUse(name: string): string | undefined {
  const product = useBehind.exec(name)?.groups?.['product'];
  return product === undefined ? undefined : entityKey(product);
}

function isListed(key: string): boolean {
  return listed.has(key) || Object.hasOwn(otherNames, key);
}

/** Of several spellings with one key, the first. */
function listedNames(): Map<string, string> {
  const names = new Map<string, string>();
  for (const name of wellKnownNames()) {
    const key = entityKey(name);
    if (!names.has(key)) names.set(key, name);
  }
  return names;
}
