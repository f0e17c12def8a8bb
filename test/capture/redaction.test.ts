import assert from 'node:assert/strict';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { redact } from '../../src/capture/redaction/redaction.ts';
import { askedRules, shortNameOf, unaskedRules } from '../../src/capture/redaction/secretlintRules.ts';
import { secretMaker, surroundings } from '../support/secretShapes.ts';

/** Built from parts, so that no scanner reports this file as a leak. */
const secrets: Record<string, string> = {
  'a GitHub token': `ghp_${'a1B2'.repeat(9)}`,
  'an AWS key id': `AKIA${'ABCD1234'.repeat(2)}`,
  'a Slack token': ['xoxb', '1234567890', 'abcdefghij'].join('-'),
  'an OpenAI key': `sk-proj-${'abcDEF123'.repeat(4)}`,
  'a GitHub token of an app': `ghs_${'a1B2'.repeat(9)}`,
  'a fine-grained GitHub token': `github_pat_${'a1B2_'.repeat(12)}z`,
  'a GitLab token': `glpat-${'a1B2'.repeat(5)}`,
  'a temporary AWS key id': `ASIA${'ABCD1234'.repeat(2)}`,
  'a Google key': `AIza${'a1B2_'.repeat(7)}`,
  'a Stripe key': ['sk', 'live', 'a1B2'.repeat(4)].join('_'),
  'a restricted Stripe key': ['rk', 'test', 'a1B2'.repeat(4)].join('_'),
  'an npm token': `npm_${'a1B2'.repeat(9)}`,
  'a JSON web token': ['eyJhbGciOi1', 'eyJzdWIiOi1', 'c2lnbmF0dXJl'].join('.'),
  'a private key': `-----BEGIN RSA PRIVATE KEY-----\nMIIB${'x'.repeat(40)}\n-----END RSA PRIVATE KEY-----`,
};

describe('redact', () => {
  for (const [name, secret] of Object.entries(secrets)) {
    it(`removes ${name} and keeps the text around it`, () => {
      const { text, removed } = redact(`before ${secret} after`);
      assert.equal(removed, 1);
      assert.ok(!text.includes(secret));
      assert.match(text, /^before \[removed: [^\]]+\] after$/u);
    });
  }

  it('removes the password from a URL and keeps the user and the host', () => {
    assert.equal(
      redact('postgres://me:hunter22@db:5432/x').text,
      'postgres://me:[removed: password in a URL]@db:5432/x',
    );
  });

  it('removes a stated password with its exclamation mark, but no ordinary word with one', () => {
    assert.equal(redact('The password is hunter2-Zebra!').text, 'The password is [removed: password]');
    for (const text of ['The password is changed!', 'My password was forgotten!!', 'Das Passwort ist sicher!'])
      assert.equal(redact(text).text, text);
  });

  it('removes the secret of a setting and keeps its name', () => {
    assert.equal(redact('API_KEY = abcdefgh12345').text, 'API_KEY = [removed: password]');
  });

  const assigned = [
    'DB_PASSWORD=hunter2222',
    'OPENAI_API_KEY: abcdefgh1234',
    'AWS_SECRET_ACCESS_KEY="abcdefgh1234"',
    'client_secret=abcdefgh1234',
  ];
  for (const setting of assigned) {
    it(`removes the value from ${setting}`, () => {
      const { text, removed } = redact(setting);
      assert.equal(removed, 1);
      assert.doesNotMatch(text, /hunter|abcdefgh/u);
    });
  }

  it('leaves no end of a key that a rule finds by its name', () => {
    const key = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYqw8e7r6T5Y';
    for (const text of [`aws_secret_access_key = ${key}`, `AWS_SECRET_ACCESS_KEY="${key}"`]) {
      assert.ok(!redact(text).text.includes(key.slice(-6)), text);
    }
  });

  it('removes the secret of an AWS key next to its id, in any notation', () => {
    const id = `AKIA${'ABCD1234'.repeat(2)}`;
    const key = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYqw8e7r6T5Y';
    const beside = [
      `${id} ${key}`,
      `User name,Access key ID,Secret access key\r\nbuild,${id},${key}\r\n`,
      `| ${key} | and its id | ${id} |`,
      `the id\n${id}\nand below it, on the next line\n${key}`,
      JSON.stringify({ rows: `["${id}\\n${key.replaceAll('/', '\\/')}"]` }),
      `?a=${id}&b=${encodeURIComponent(key)}`,
      `[removed: AWS key id],${key}`,
    ];
    for (const text of beside) {
      assert.doesNotMatch(redact(text).text, /wJalr|FEMI|MDENG|6T5Y/u, text);
    }
    const others = `commit ${'0f1e2d3c'.repeat(5)} of src/main/java/com/example/keys/KeysFacade and ${key}`;
    assert.equal(redact(`${id}: ${others.slice(0, -key.length)}`).removed, 1);
    assert.equal(redact(others.replace('of', 'of'.padEnd(200))).removed, redact(others).removed);
  });

  it('removes passwords in the notation of Markdown and other languages', () => {
    for (const text of [
      '**Password:** hunter22xx',
      '**API key:** `hunter22xx99`',
      'Passwort: hunter22xx',
      'postgres://me:p@hunter22@db/x',
    ]) {
      assert.doesNotMatch(redact(text).text, /hunter/u);
    }
  });

  it('removes a bearer token', () => {
    assert.equal(
      redact('Authorization: Bearer abcdefgh12345678').text,
      'Authorization: Bearer [removed: bearer token]',
    );
  });

  it('marks each removal once', () => {
    const { text, removed } = redact(`password=ghp_${'a1B2'.repeat(9)}`);
    assert.deepEqual([text, removed], ['password=[removed: GitHub token]', 1]);
  });

  it('is not slowed down by a long run of letters', () => {
    assert.equal(redact('a'.repeat(1_000_000)).removed, 0);
  });

  it('removes private passages, also unclosed ones', () => {
    assert.equal(redact('a <private>b</private> c').text, 'a [removed: private passage] c');
    assert.equal(redact('a <private>b').text, 'a [removed: private passage]');
  });

  for (const [open, close] of [
    ['<private reason="x">', '</private>'],
    ['<private hidden>', '</private>'],
    ['\\<private\\>', '\\</private\\>'],
    ['＜ｐｒｉｖａｔｅ＞', '＜／ｐｒｉｖａｔｅ＞'],
    ['&lt;private&gt;', '&lt;/private&gt;'],
    ['&#60;private&#x3E;', '&amp;lt;/private&amp;gt;'],
    ['<pri\u200bvate\u2060>', '</\ufeffprivate>'],
    ['\\u003cprivate\\u003e', '\\u003c/private\\u003e'],
  ] as const) {
    it(`removes a private passage between ${JSON.stringify(open)} and ${JSON.stringify(close)}`, () => {
      assert.equal(redact(`a ${open}b c${close} d`).text, 'a [removed: private passage] d');
    });
  }

  it('ignores words that only begin like the private mark', () => {
    const text =
      'Map<PrivateKey, Set<private_t>> and List<privateer> a &lt; private &amp; b; ssh me@<private ip> -i <private key>';
    assert.deepEqual(redact(text), { text, removed: 0 });
  });

  for (const text of [
    '//registry.example.org/:_auth=Y2k6aHVudGVyMjI=',
    '{"auths": {"ghcr.io": {"auth": "Y2k6aHVudGVyMjI="}}}',
    'DB_PASSWORD="correct horse Y2k6aHVudGVyMjI="',
    `Set-Cookie: sid=Y2k6aHVudGVyMjI=; HttpOnly`,
    `eyJhbGciOiJkaXIi0${'a1B2'.repeat(4)}..${'a1B2'.repeat(4)}.Y2k6aHVudGVyMjI.${'a1B2'.repeat(5)}`,
  ]) {
    it(`removes the secret in ${text.slice(0, 30)}`, () => {
      assert.doesNotMatch(redact(text).text, /Y2k6/u);
    });
  }

  const pem = (side: string): string => `-----${side} RSA PRIVATE KEY-----`;

  it('removes a key from a quotation, even without its end', () => {
    const { text } = redact(`> ${pem('BEGIN')}\n> MIIBOgIBAAJBAKj34GkxFhD9\n> vhQZ5f3e0aXpLm0`);
    assert.equal(text, '> [removed: private key]');
    assert.equal(redact(`a ${pem('BEGIN')}x${pem('END')} b ${pem('BEGIN')}y${pem('END')}`).removed, 2);
  });

  it('checks each start of a key once, however many have no end', () => {
    const text = `${pem('BEGIN')}\n`.repeat(20_000);
    assert.deepEqual(redact(text), { text, removed: 0 });
  });

  it('ignores case, also for letters such as the Kelvin sign', () => {
    assert.equal(redact('api_\u212aey=abcdefgh1234').text, 'api_\u212aey=[removed: password]');
    assert.equal(redact('a <PRIVATE>b</Private> c').text, 'a [removed: private passage] c');
  });

  it('leaves ordinary text alone', () => {
    const text = 'The password policy is in docs/policy.md; sk-learn and task-list are names; token: see vault.';
    assert.deepEqual(redact(text), { text, removed: 0 });
  });

  it('ends a private passage at the outermost end mark', () => {
    assert.equal(redact('a <private>b <Private>c</private>\nd</PRIVATE> e').text, 'a [removed: private passage] e');
    assert.equal(redact('a </private> b').text, 'a </private> b');
  });

  it('names the rule of each removal', () => {
    const { rules: named } = redact(`<private>x</private> and npm_${'a1B2'.repeat(9)}`);
    assert.deepEqual(named, ['private passage', 'npm token']);
  });

  for (const [place, around] of Object.entries(surroundings)) {
    it(`finds secrets of every documented shape in: ${place}`, () => {
      // In a header, nothing identifies a password that a person chose.
      const shapes = Object.entries(secretMaker(7)).filter(([name]) => place !== 'header' || name !== 'password');
      const missed = shapes.filter(([, secret]) => redact(around(secret)).text.includes(secret.slice(-12)));
      assert.deepEqual(
        missed.map(([name]) => name),
        [],
      );
    });
  }

  const harmless: Record<string, string> = {
    'a commit': 'commit 3f786850e387550fdab836ed7e6dc881de23001b merged',
    'a UUID': '{"id": "0191e1b4-8a5f-7c3d-9b2e-4f6a8c0d1e2f"}',
    'the hash of a package': `"integrity": "sha512-${'aB3/dE5+gH7jK9mN'.repeat(5)}=="`,
    'a digest': `image@sha256:${'0f1e2d3c'.repeat(8)}`,
    'an image': `<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4">`,
    'code that reads a password': "const password = req.body.password ?? process.env['DB_PASSWORD'];",
    'a type': 'interface Login { password: string; apiKey?: string; token: TokenProvider; secretKey: Uint8Array }',
    'a call': 'const secret = await vault.getSecret(name); hashed_password = bcrypt.hash(password1)',
    'a placeholder': 'API_KEY=your-api-key-here\npassword: "<your password>"\nSECRET=${SECRET}',
    'a version': '"secretlint": "^13.0.7", "@octokit/auth-token": "4.0.0"',
    'a form': '<label for="password">Password:</label> <input name="password" type="password">',
    'a long name': 'getAuthenticationTokenProviderForEnvironment2FromConfiguration(AbstractSecretKeyFactoryBean)',
    'a path': 'src/store/sqlite/migrations/v9Governance.ts and node_modules/@azure/msal-node/src/index.ts',
    'commands and forms':
      'mysql -u root -p shop; mysqldump --port=3306 -P 3306; sshpass -p "$PASSWORD" ssh x; "auth": "required"',
    'tags of a configuration':
      '<password>${env.PASSWORD}</password> <secret>hidden</secret> <Password>Password</Password>',
    'text in other languages':
      '密码：请输入新密码 password; el campo contraseña: obligatorio; mot de passe: oublié; パスワードは8文字以上',
    'code about cookies': "res.setHeader('Set-Cookie: theme=dark'); // Cookie: name=value",
    'a sentence': 'The secret is to keep the token bucket small; a password is hashed with sha256 or argon2id.',
    'a default address': 'postgres://user:pass@localhost:5432/app and redis://user:password@cache',
  };
  for (const [name, text] of Object.entries(harmless)) {
    it(`leaves ${name} alone`, () => {
      assert.deepEqual(redact(text), { text, removed: 0 });
    });
  }

  it('lists every maintained rule as either used or unused', () => {
    assert.deepEqual(rules.map(shortNameOf).sort(), [...Object.keys(askedRules), ...unaskedRules].sort());
  });
});
