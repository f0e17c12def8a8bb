/** `deploy/kubernetes.yaml` is what `compose.yaml` says, for a cluster, and follows the schemas of Kubernetes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { parseAllDocuments } from 'yaml';
import { root } from '../../scripts/lib/places.ts';
import { kubernetesManifest } from '../../scripts/release/kubernetes.ts';
import { allSettings } from '../../src/settingsTable.ts';
import { assertGolden } from '../support/golden.ts';

const file = join(root, 'deploy/kubernetes.yaml');
const models = { ConfigMap, Job, Deployment, Service };
type Kind = keyof typeof models;

interface Container {
  args: string[];
  env: { name: string; valueFrom?: Record<string, { key: string }> }[];
  securityContext: unknown;
}

interface KubernetesObject {
  kind: Kind;
  data?: Record<string, string>;
  spec?: {
    template?: {
      spec: { securityContext: unknown; terminationGracePeriodSeconds?: number; containers: Container[] };
    };
  };
}

const objects = parseAllDocuments(readFileSync(file, 'utf8'))
  .map((document) => document.toJS() as KubernetesObject | null)
  .filter((object) => object !== null);
const pods = objects.flatMap(({ spec }) => spec?.template?.spec ?? []);
const containers = pods.flatMap((pod) => pod.containers);
const keysIn = (source: string): string[] =>
  containers.flatMap(({ env }) => env.flatMap(({ valueFrom }) => valueFrom?.[source]?.key ?? []));

describe('the manifest for Kubernetes', () => {
  it('is made from compose.yaml', () => {
    assertGolden('../../deploy/kubernetes.yaml', kubernetesManifest(readFileSync(join(root, 'compose.yaml'), 'utf8')));
  });

  it('follows the schema of each object, which refuses a wrong field', () => {
    assert.deepEqual(
      objects.map(({ kind }) => kind),
      ['ConfigMap', 'Job', 'Deployment', 'Service'],
    );
    for (const object of objects) new models[object.kind](object as never).validate();
    assert.throws(() => {
      new models.Deployment({ ...objects[2], spec: { replicas: 'one' } } as never).validate();
    });
  });

  it('answers calls while the cluster does not know yet that a pod ends, and 15 s for those that run', () => {
    const [server] = pods.filter(({ containers: [first] }) => first?.args[0] === 'serve');
    const seconds = Number(/--drain-seconds=(\d+)/u.exec(server?.containers[0]?.args.join(' ') ?? '')?.[1]);
    assert.ok(seconds >= 5, String(seconds));
    assert.equal(server?.terminationGracePeriodSeconds, seconds + 15);
  });

  it('runs without rights', () => {
    assert.equal(containers.length, 2);
    for (const pod of pods) assert.equal((pod.securityContext as { runAsNonRoot: boolean }).runAsNonRoot, true);
    for (const { securityContext } of containers) {
      const expected = {
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
        capabilities: { drop: ['ALL'] },
      };
      assert.deepEqual(securityContext, expected);
    }
  });

  it('takes secrets from the secret of the example, settings from its configuration, and names no password', () => {
    const example = readFileSync(join(root, 'deploy/kubernetes.env.example'), 'utf8');
    const inExample = [...example.matchAll(/^(\w+)=/gmu)].map(([, name]) => name);
    assert.deepEqual([...new Set(keysIn('secretKeyRef'))].sort(), inExample.sort());
    const configured = Object.keys(objects[0]?.data ?? {});
    assert.deepEqual([...new Set(keysIn('configMapKeyRef'))].sort(), configured.sort());
    const variables = new Set(allSettings.map(({ variable }) => variable));
    const read = containers.flatMap(({ env }) => env.map(({ name }) => name));
    assert.deepEqual(
      read.filter((name) => !variables.has(name) && name !== 'BIGMIND_HOST_NAME'),
      [],
    );
    const filled = containers.flatMap(({ args }) => args).filter((word) => word.includes('$'));
    assert.deepEqual(filled, ['--allow-host=$(BIGMIND_HOST_NAME)']);
  });
});
