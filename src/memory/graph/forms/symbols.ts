/** The form of identifiers in programs. */
import { isMachineName } from '../../summarize/words/machineNames.ts';

const identifier = /^[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*$/u;
const camel = /^[a-z]{2,}[a-z\d]*[A-Z]\w+$|^[a-z][A-Z][a-z]+[A-Z]\w*$|^is[A-Z]\w+$/u;
const pascal =
  /^[A-Z][a-z\d]+(?:[A-Z]+[a-z\d]+\w*|[A-Z]{2,}\w*)$|^[A-Z]{2,}[a-z]{3,}\w*$|^[A-Z]{3,}[a-z]{2,}[A-Z]\w*$/u;
/** `HTTPServer` is one, `IDs` and `APIs` are not. */
const acronymFirst = /^[A-Z]{2,}[a-z]{2,}/u;
const snake = /^[_$]*[A-Za-z\d]+(?:_+[A-Za-z\d]+)+_*$/u;
const capitalized = /^[A-Z][A-Za-z\d]*[a-z][A-Za-z\d]*$/u;

/** Products, norms and units that are written like identifiers; those that are services have a list of their own. */
const notSymbols = new Set(
  (
    'javascript typescript coffeescript webassembly graphql mysql nosql newsql postgresql sqlite mongodb devops gitops mlops finops devtools macos ios ipados tvos ' +
    'watchos wifi oauth openid ipv4 ipv6 ipod iphone ipad imac icloud youtube linkedin facebook whatsapp wordpress paypal ebay openai chatgpt deepseek deepmind ' +
    'xai anthropicai latex bibtex pytorch tensorflow numpy scipy opencv openssl openssh openapi restful websocket websockets webrtc webgl webgpu opengl grpc ' +
    'ebpf mtls jquery nodejs nextjs vuejs reactjs powershell powerpoint onedrive sharepoint outlook intellij pycharm webstorm vscode vscodium neovim xcode ' +
    'appimage freebsd openbsd netbsd archlinux redhat centos ubuntu x86_64 x86_32 linux_x86_64 snake_case camelcase pascalcase kebabcase lowercamelcase ' +
    'uppercamelcase screaming_snake_case upper_case lower_case utf8mb4 yyyy_mm_dd readme changelog todos github gitlab bigquery datagrip clickhouse ' +
    'firefox stackoverflow jetbrains hashicorp digitalocean cloudflare elasticsearch rabbitmq cockroachdb dynamodb influxdb couchdb mariadb opensearch ' +
    'openshift circleci teamcity bitbucket sonarqube posthog mixpanel hubspot goreleaser pagerduty newrelic datadog supabase planetscale'
  ).split(' '),
);
const locale = /^[a-z]{2}_[A-Z]{2}$/u;
/** Words of languages and plain values; a cue in the sentence does not make them names. */
const plainWords = new Set(
  (
    'true false null undefined none nil nan yes no string number boolean bool object array list map set dict int integer float double char byte bytes void any ' +
    'unknown never type interface class struct enum func function method field property constant variable const let var def fn pub static private public this ' +
    'self super new delete return if else elif for while do switch case break continue default try catch finally throw raise import export from async await ' +
    'yield error err exception value key name id data the a an is it my your our main test tests foo bar baz qux example'
  ).split(' '),
);
const keywords = new Set(
  'if for while switch catch return function sizeof typeof await print len str int foo bar baz func def fn'.split(' '),
);
const logging = /^console\.\w+$/u;

/** Words of which identifiers consist. In a sentence, only they tell `SessionState` from a product. */
const codeWords = new Set(
  (
    'get set is has new before after post tool create make build parse format read write load save fetch send find list add remove delete update insert init start stop run test check validate ' +
    'handle ensure render resolve convert extract compute calculate generate register install execute type context state session error exception handler manager service ' +
    'config configuration settings options params args request response client server store cache queue worker task event hook listener factory provider builder parser reader ' +
    'writer loader logger model view controller component item map array string buffer stream file path dir folder url uuid key value name node tree table row column query ' +
    'result data info metadata token user message prompt command action reducer util utils helper spec index interface impl base default struct field count size length ' +
    'migration schema repository adapter wrapper validator middleware router route endpoint callback promise async element button modal dialog input output branch commit ' +
    'transcript connection transaction pool registry plugin extension strategy policy rule filter search vector embedding summary snapshot backup export import checkpoint'
  ).split(' '),
);
const humps = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/gu;
const placeholder = /^your_|_your_/iu;

/** `code`: between backticks. */
export type Surroundings = 'prose' | 'code';

/** The name without the parentheses of a call if a text has the form of an identifier that is no plain word. */
export function symbolFrom(text: string, around: Surroundings): string | undefined {
  if (text.length > 120) return undefined;
  const isCall = text.endsWith('()');
  const name = isCall ? text.slice(0, -2) : text;
  if (!identifier.test(name) || !isNamed(name, isCall, around)) return undefined;
  return notSymbols.has(name.toLowerCase()) || isMachineName(name) ? undefined : name;
}

function isNamed(name: string, isCall: boolean, around: Surroundings): boolean {
  if (/[.:]/u.test(name)) return isQualified(name, isCall, around);
  if (isCall) return name.length > 2 && !keywords.has(name);
  return isJoined(name) && (around === 'code' || isSurelyCode(name));
}

/** Not a product or a person, such as `DocuSign` or `McKeown`. */
function isSurelyCode(name: string): boolean {
  if (!/^[A-Z][a-z]/u.test(name)) return true;
  return (name.match(humps) ?? []).some((part) => codeWords.has(part.toLowerCase()));
}

/** A single word that the sentence calls a function, a field or similar. */
export function isNameable(word: string): boolean {
  return (
    word.length > 2 && word.length <= 60 && /^[A-Za-z_$][\w$]*$/u.test(word) && !plainWords.has(word.toLowerCase())
  );
}

function isQualified(name: string, isCall: boolean, around: Surroundings): boolean {
  if (logging.test(name)) return false;
  const parts = name.split(/\.|::/u);
  if (isCall || name.includes('::')) return parts.every((part) => part !== '');
  if (parts.some((part) => notSymbols.has(part.toLowerCase()))) return false;
  // `Class.method` or, in Go, `package.Function`.
  const isOfCode = around === 'code' && [parts.at(0), parts.at(-1)].some((part = '') => capitalized.test(part));
  return isOfCode || parts.some(isJoined);
}

/** Several words in one: `camelCase`, `PascalCase`, `snake_case`. */
function isJoined(word: string): boolean {
  if (word.includes('_'))
    return snake.test(word) && /[A-Za-z]{2}/u.test(word) && !locale.test(word) && !placeholder.test(word);
  return (
    camel.test(word) || (pascal.test(word) && (!acronymFirst.test(word) || /[a-z][A-Z]|[A-Z]{3}[a-z]{3}/u.test(word)))
  );
}
