import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { redact } from '../../../src/capture/redaction/redaction.ts';

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 1_024 });
const ed = generateKeyPairSync('ed25519');
const encoded = (value: string | Buffer): string => Buffer.from(value).toString('base64');
const wrapped = (value: string, width: number, between: string): string =>
  Array.from({ length: Math.ceil(value.length / width) }, (_, line) =>
    value.slice(line * width, (line + 1) * width),
  ).join(between);

const pem = String(ec.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const certificate = `-----BEGIN CERTIFICATE-----\n${encoded('0'.repeat(300))}\n-----END CERTIFICATE-----\n`;
const kubeconfig = `apiVersion: v1\nusers:\n- name: ci\n  user:\n    client-key-data: ${encoded(pem)}\n`;
const openSsh = Buffer.concat([Buffer.from('openssh-key-v1\0'), Buffer.alloc(200, 7)]);

const keys: Readonly<Record<string, string>> = {
  'PEM, PKCS #8': encoded(pem),
  'PEM, SEC 1': encoded(ec.privateKey.export({ type: 'sec1', format: 'pem' })),
  'PEM, PKCS #1': encoded(rsa.privateKey.export({ type: 'pkcs1', format: 'pem' })),
  'PEM, encrypted': encoded(
    rsa.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }),
  ),
  'a certificate with its key': encoded(certificate + pem),
  'an OpenSSH file': encoded(openSsh),
  'a PuTTY file': encoded(`PuTTY-User-Key-File-3: ssh-ed25519\n${'a'.repeat(80)}`),
  'DER, PKCS #8': encoded(rsa.privateKey.export({ type: 'pkcs8', format: 'der' })),
  'DER, PKCS #1': encoded(rsa.privateKey.export({ type: 'pkcs1', format: 'der' })),
  'DER, SEC 1': encoded(ec.privateKey.export({ type: 'sec1', format: 'der' })),
  'DER, Ed25519': encoded(ed.privateKey.export({ type: 'pkcs8', format: 'der' })),
  'DER, encrypted': encoded(
    ec.privateKey.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'x' }),
  ),
  'a kubeconfig': encoded(kubeconfig),
};

const publicTexts: Readonly<Record<string, string>> = {
  'a certificate': encoded(certificate),
  'a public key in PEM': encoded(rsa.publicKey.export({ type: 'spki', format: 'pem' })),
  'a public key in DER': encoded(rsa.publicKey.export({ type: 'spki', format: 'der' })),
  'a public key in PKCS #1': encoded(rsa.publicKey.export({ type: 'pkcs1', format: 'der' })),
  'a text': encoded('Many hands make light work. '.repeat(8)),
};

const yaml = (value: string): string => `users:\n- name: ci\n  data: ${value}\n  more: 1\n`;
const json = (value: string): string => JSON.stringify({ name: 'ci', data: value, more: 1 });

describe('redaction of keys in base64', () => {
  for (const [kind, key] of Object.entries(keys)) {
    it(`removes ${kind}, also in lines`, () => {
      assert.equal(redact(yaml(key)).text, yaml('[removed: private key]'));
      assert.equal(redact(json(key)).text, json('[removed: private key]'));
      if (key.length < 120) return;
      const lines = `|\n    ${wrapped(key, 76, '\n    ')}`;
      assert.equal(redact(yaml(lines)).text, yaml('|\n    [removed: private key]'));
      assert.equal(redact(json(wrapped(key, 64, '\n'))).text, json('[removed: private key]'));
    });
  }

  for (const [kind, value] of Object.entries(publicTexts)) {
    it(`keeps ${kind}`, () => {
      assert.deepEqual(redact(yaml(value)), { text: yaml(value), removed: 0 });
    });
  }

  it('removes the value of the name by which a kubeconfig calls a key, and keeps its path', () => {
    const value = encoded('no key, but named as one');
    assert.equal(redact(`client-key-data: ${value}`).text, 'client-key-data: [removed: private key]');
    const text = 'client-key: /home/ci/.minikube/profiles/minikube/client2.key';
    assert.deepEqual(redact(text), { text, removed: 0 });
  });

  it('removes the private members of a JSON web key', () => {
    const { kty, d, p, q } = rsa.privateKey.export({ format: 'jwk' });
    const cut = '[removed: private key]';
    assert.equal(redact(JSON.stringify({ kty, d, p, q })).text, JSON.stringify({ kty, d: cut, p: cut, q: cut }));
  });
});

const hex = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const id = '0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0';
const secret = 'xmgr7kbi5pyo9q1bnwfxj8kqsa';

/** The part that must not stay is between ⟦ and ⟧. */
const webhooks: readonly string[] = [
  `https://shop.webhook.office.com/webhookb2/⟦${id}@${id}/IncomingWebhook/${hex}/${id}⟧`,
  `https://outlook.office.com/webhook/⟦${id}@${id}/IncomingWebhook/${hex}/${id}⟧`,
  `https://prod-12.westeurope.logic.azure.com:443/workflows/${hex}/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers&sv=1.0&sig=⟦Ab-c_${secret}Xy9Q12345⟧`,
  `https://a.environment.api.powerplatform.com/powerautomate/workflows/${hex}/invoke?sv=1.0\\u0026sig=⟦Ab-c_${secret}Xy9Q12345⟧`,
  ['⟦https://hooks.slack', `com/services/T0AB12CD3/B0AB12CD3/${secret}⟧`].join('.'),
  `https://discord.com/api/v10/webhooks/⟦123456789012345678/${secret}${secret}AB12cd34⟧`,
  `https://chat.example.org/hooks/⟦${secret}⟧`,
  `https://hooks.example.org/src/webhooks/main/⟦${secret}⟧`,
  `https://rocket.example.org/hooks/⟦64f0c1a2b3d4e5f6a7b8c9d0/${secret}${secret}⟧`,
  `https://chat.googleapis.com/v1/spaces/⟦AAAAb1c2d3e/messages?key=abc&token=${secret}⟧`,
  'https://hooks.zapier.com/hooks/catch/⟦1234567/b1c2d3e⟧/',
  `https://maker.ifttt.com/trigger/door/with/key/⟦${secret}⟧`,
  `https://hook.eu2.make.com/⟦${secret}⟧`,
  `https://open.feishu.cn/open-apis/bot/v2/hook/⟦${id}⟧`,
  `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=⟦${id}⟧`,
  `https://n8n.example.org/webhook/⟦${id}⟧`,
  `https://webexapis.com/v1/webhooks/incoming/⟦${secret}${secret}⟧`,
  `https://api.netlify.com/build_hooks/⟦64f0c1a2b3d4e5f6a7b8c9d0⟧`,
  `https://events.pagerduty.com/integration/⟦${hex}⟧/enqueue`,
  `https://hc-ping.com/⟦${id}⟧`,
  `https://api.telegram.org/bot⟦1234567890:AA${secret}Q123456⟧/sendMessage`,
];

describe('redaction of webhooks', () => {
  for (const text of webhooks) {
    it(text.replace(/^⟦?https?:\/\//u, '').slice(0, 40), () => {
      const [before = '', , after = ''] = text.split(/[⟦⟧]/u);
      const given = `posts to ${text.replaceAll(/[⟦⟧]/gu, '')} now`;
      const { text: left, removed } = redact(given);
      assert.equal(left.replace(/\[removed: [^\]]+\]/u, '⟦⟧'), `posts to ${before}⟦⟧${after} now`);
      assert.equal(removed, 1);
    });
  }

  it('keeps the pages about webhooks', () => {
    const text = [
      'https://docs.example.org/webhooks/getting-started-with-version-2 https://api.github.com/repos/a/b/hooks/12345678',
      'https://discord.com/developers/docs/resources/webhook https://zapier.com/apps/webhook/integrations',
      'https://learn.microsoft.com/azure/logic-apps/logic-apps-workflow-actions-triggers src/hooks/useWebhook2.ts',
    ].join('\n');
    assert.deepEqual(redact(text), { text, removed: 0 });
  });
});
