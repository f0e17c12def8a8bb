/**
 * `deploy/kubernetes.yaml`, made from `compose.yaml`: the same commands, variables and limits for a cluster with a
 * PostgreSQL server of its own. `test/release/kubernetes.test.ts` renews it and checks it by the schemas of Kubernetes.
 */
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IJob } from 'kubernetes-models/batch/v1/Job';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IEnvVar } from 'kubernetes-models/v1/EnvVar';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import type { IProbe } from 'kubernetes-models/v1/Probe';
import type { IService } from 'kubernetes-models/v1/Service';
import { parse, stringify } from 'yaml';

/** What is read of a service of `compose.yaml`. */
interface Service {
  image: string;
  environment: Record<string, string>;
  command: string[];
  tmpfs?: string[];
  volumes?: string[];
  ports?: string[];
  cap_drop: string[];
  stop_grace_period?: string;
}

const name = 'bigmind';
const labels = { 'app.kubernetes.io/name': name };

/** Addresses and the key are in the secret, everything else in the configuration: both are named `bigmind`. */
const secrets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  prepare: { BIGMIND_DB_URL: 'BIGMIND_OWNER_URL', BIGMIND_DB_KEY: 'BIGMIND_DB_KEY' },
  server: { BIGMIND_DB_URL: 'BIGMIND_DB_URL', BIGMIND_DB_KEY: 'BIGMIND_DB_KEY' },
};

/** The user `node` of the image, by number: a cluster does not look up names. */
const user = 1000;

/** How long a pod that ends still gets calls: the cluster tells its proxies of it at the same time as the pod. */
const drainSeconds = 10;
const drain = `--drain-seconds=${String(drainSeconds)}`;

const beginning = `# A server for a team on Kubernetes: see docs/kubernetes.md. It needs a PostgreSQL server, and in its namespace
#   kubectl create secret generic bigmind --from-env-file=deploy/kubernetes.env
# Made from compose.yaml: do not edit.
`;

/** Several YAML documents: configuration, job, deployment and service. `compose` is the text of `compose.yaml`. */
export function kubernetesManifest(compose: string): string {
  const { services } = parse(compose) as { services: { prepare: Service; server: Service } };
  const { prepare, server } = services;
  const port = Number(server.ports?.[0]?.split(':').at(-1));
  const settings = { BIGMIND_HOST_NAME: 'memory.example.com', BIGMIND_USER: 'admin' };
  const objects: (IConfigMap | IJob | IDeployment | IService)[] = [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata(name), data: settings },
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: metadata(`${name}-prepare`),
      spec: {
        backoffLimit: 3,
        ttlSecondsAfterFinished: 600,
        template: {
          metadata: { labels: { 'app.kubernetes.io/name': `${name}-prepare` } },
          spec: { ...pod(prepare), restartPolicy: 'Never', containers: [container(prepare, 'prepare')] },
        },
      },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: metadata(name),
      spec: {
        // The sessions of MCP are in the memory of one process.
        replicas: 1,
        selector: { matchLabels: labels },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        template: {
          metadata: { labels },
          spec: {
            ...pod(server),
            terminationGracePeriodSeconds: drainSeconds + Number.parseInt(server.stop_grace_period ?? '', 10),
            containers: [
              {
                ...container({ ...server, command: [...server.command, drain] }, 'server'),
                ports: [{ name: 'http', containerPort: port }],
                startupProbe: { ...probe('live'), periodSeconds: 2, failureThreshold: 30 },
                livenessProbe: { ...probe('live'), periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 },
                readinessProbe: { ...probe('ready'), periodSeconds: 5, timeoutSeconds: 5 },
                resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '1Gi' } },
              },
            ],
          },
        },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadata(name),
      spec: { selector: labels, ports: [{ name: 'http', port, targetPort: 'http' }] },
    },
  ];
  return beginning + objects.map((object) => `---\n${stringify(object, { aliasDuplicateObjects: false })}`).join('');
}

function metadata(ofName: string): { name: string; labels: Record<string, string> } {
  return { name: ofName, labels };
}

function probe(what: 'live' | 'ready'): IProbe {
  return { httpGet: { path: `/health/${what}`, port: 'http' } };
}

function pod(service: Service): Omit<IPodSpec, 'containers'> {
  return {
    automountServiceAccountToken: false,
    securityContext: {
      ...{ runAsNonRoot: true, runAsUser: user, runAsGroup: user, fsGroup: user },
      seccompProfile: { type: 'RuntimeDefault' },
    },
    volumes: foldersOf(service).map((folder) => ({ name: volumeName(folder), emptyDir: {} })),
  };
}

function container(service: Service, of: string): IContainer {
  const { image, environment, command, cap_drop: drop } = service;
  return {
    name: of,
    image: `${image}:latest`,
    imagePullPolicy: 'IfNotPresent',
    args: command.map((word) => word.replaceAll(/\$\{(\w+)[^}]*\}/gu, '$($1)')),
    env: [
      // Before the arguments, which name it.
      ...(command.some((word) => word.includes('${BIGMIND_HOST_NAME')) ? [configured('BIGMIND_HOST_NAME')] : []),
      ...Object.entries(environment).map(([variable, value]) => variableFrom(of, variable, value)),
    ],
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop },
    },
    volumeMounts: foldersOf(service).map((folder) => ({ name: volumeName(folder), mountPath: folder })),
  };
}

function variableFrom(of: string, variable: string, value: string): IEnvVar {
  const key = secrets[of]?.[variable];
  if (key !== undefined) return { name: variable, valueFrom: { secretKeyRef: { name, key } } };
  return value.includes('$') ? configured(variable) : { name: variable, value };
}

function configured(variable: string): IEnvVar {
  return { name: variable, valueFrom: { configMapKeyRef: { name, key: variable } } };
}

/** The folders that the program may write to. */
function foldersOf({ tmpfs = [], volumes = [] }: Service): string[] {
  return [...tmpfs, ...volumes.map((volume) => volume.split(':').at(-1) ?? volume)].sort();
}

function volumeName(folder: string): string {
  return folder.slice(1);
}
