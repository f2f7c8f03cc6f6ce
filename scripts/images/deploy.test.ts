import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { createService } from '../../delivery/src/service/app'
import { root } from '../lib/paths'
import { CONTAINERFILES, contextOf, IMAGES, type Image } from './buildContexts'
import { deployProblems } from './deployProblems'
import {
  composeWorkloads,
  kubernetesWorkloads,
  readCompose,
  readManifests,
  secretRefs,
  type Manifest,
} from './workloads'

const DEPLOY = 'delivery/deploy'
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const manifestFiles = readdirSync(join(root, DEPLOY, 'kubernetes')).map(
  (name) => `${DEPLOY}/kubernetes/${name}`,
)
const FILES = [
  ...Object.values(CONTAINERFILES),
  'delivery/web/nginx.conf',
  `${DEPLOY}/compose.yaml`,
  ...manifestFiles,
]

const files = Object.fromEntries(FILES.map((path) => [path, read(path)]))
const compose = readCompose(files[`${DEPLOY}/compose.yaml`]!)
const manifests = manifestFiles.flatMap((path) => readManifests(files[path]!))

/** @param changed files that are not as they are in the repository */
function problemsOf(changed: Readonly<Record<string, string>> = {}): string[] {
  const text = (path: string) => changed[path] ?? files[path]!
  return deployProblems({
    containerfiles: Object.fromEntries(IMAGES.map((image) => [image, text(CONTAINERFILES[image])])) as Record<
      Image,
      string
    >,
    nginx: text('delivery/web/nginx.conf'),
    workloads: [
      ...composeWorkloads(readCompose(text(`${DEPLOY}/compose.yaml`))),
      ...kubernetesWorkloads(manifestFiles.flatMap((path) => readManifests(text(path)))),
    ],
  })
}

test('Containerfiles, compose and manifests agree on images, settings, ports, users, volumes and probes', () => {
  expect(problemsOf()).toEqual([])
})

test('no file has a password in an address', () => {
  for (const text of Object.values(files)) expect(text).not.toMatch(/:\/\/\w+:(?!\$\{\w+:\?)[^\s@]*@/)
})

const COMPOSE = `${DEPLOY}/compose.yaml`
const API = `${DEPLOY}/kubernetes/api.yaml`
const WEB = `${DEPLOY}/kubernetes/web.yaml`
test.each([
  ['another version', COMPOSE, 'console-api:1.0.0', 'console-api:1.1.0', 'its image is console-api:1.1.0'],
  ['a floating base', 'api/Containerfile', 'node:20.20.2-bookworm-slim', 'node:20', 'its base is'],
  ['root in an image', 'delivery/Containerfile', 'USER 1000:1000', 'USER 0:0', `its user is '0:0'`],
  ['root in compose', COMPOSE, `user: '101:101'`, `user: '0:0'`, 'compose web: its user is 0:0'],
  ['root in a manifest', API, 'runAsUser: 1000', 'runAsUser: 0', 'its user is 0:1000'],
  ['a user that may be root', API, 'runAsNonRoot: true', 'runAsNonRoot: false', 'it is not hardened'],
  ['a root that is written', COMPOSE, 'read_only: true', 'read_only: false', 'it is not hardened'],
  [
    'a root that is written',
    API,
    'readOnlyRootFilesystem: true',
    'readOnlyRootFilesystem: false',
    'not hardened',
  ],
  ['a port of nginx', 'delivery/web/nginx.conf', 'listen 8083', 'listen 8084', 'nginx.conf listens on'],
  ['a file of nginx', 'delivery/web/nginx.conf', 'pid /tmp', 'pid /run', 'nginx.conf writes /run/nginx.pid'],
  ['a port of the API', 'api/Containerfile', ' PORT=4200', ' PORT=4201', 'its settings listen on 4201'],
  ['a port of the service', 'delivery/Containerfile', '0.0.0.0:4400', '0.0.0.0:4500', 'it listens on'],
  ['a port in compose', COMPOSE, '8083:8083', '8083:8085', 'compose web: its port is 8085'],
  ['a port in a manifest', API, 'containerPort: 4300', 'containerPort: 4301', 'its port is 4301'],
  ['a probe in an image', 'api/Containerfile', '/healthz', '/health', 'its health check is'],
  ['a probe in compose', COMPOSE, '4200/readyz', '4200/ready', 'its probe is 4200/ready'],
  ['a probe in a manifest', API, 'path: /readyz', 'path: /ready', 'its probe is 4200/ready'],
  [
    'a port of a probe',
    WEB,
    'port: console }\n            periodSeconds: 5',
    'port: page }\n            periodSeconds: 5',
    'its probe is NaN/',
  ],
  ['an unknown setting', COMPOSE, 'TRUST_PROXY:', 'TRUSTED_PROXY:', 'the API knows no TRUSTED_PROXY'],
  ['a wrong setting', API, 'value: 5s', 'value: soon', 'STOP_DELAY'],
  ['an option', COMPOSE, '--trust-proxy=', '--trusted-proxy=', 'compose delivery'],
  ['an address', COMPOSE, '--delivery=delivery:4400', '--delivery=delivery', 'compose web-includes'],
  ['a missing option', COMPOSE, '--time-zone=', '--time-zones=', 'compose first-site'],
  [
    'a command of the API',
    COMPOSE,
    'dist/migrate.js, --grant-to',
    'dist/migrate.js, --grant',
    'its command is',
  ],
  [
    'a writable site',
    COMPOSE,
    "['site:/srv/console/site:ro', 'nginx:/srv/console/nginx:ro']",
    "['site:/srv/console/site', 'nginx:/srv/console/nginx:ro']",
    'compose web: it writes to',
  ],
  ['no writable folder', WEB, '- { name: tmp, mountPath: /tmp }', '', 'it cannot write to /tmp'],
  [
    'a secret in compose',
    COMPOSE,
    'TOKEN_SECRET: ${TOKEN_SECRET:?see env.example}',
    'TOKEN_SECRET: abc',
    'TOKEN_SECRET is no secret',
  ],
  [
    'a password in compose',
    COMPOSE,
    '${API_DATABASE_PASSWORD:?see env.example}@',
    'abc@',
    'DATABASE_URL is no secret',
  ],
  [
    'a secret in a manifest',
    API,
    'valueFrom: { secretKeyRef: { name: console-api, key: TOKEN_SECRET } }',
    'value: abc',
    'TOKEN_SECRET is no secret',
  ],
])('the check finds %s (%s)', (_, path, from, to, problem) => {
  expect(files[path]).toContain(from)
  expect(problemsOf({ [path]: files[path]!.replaceAll(from, to) }).join('\n')).toContain(problem)
})

test('every route that a probe of the delivery service uses exists', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-deploy-'))
  const app = await createService({ site: { root: folder }, budgets: {}, commands: [] })
  expect(app.hasRoute({ method: 'GET', url: '/healthz' })).toBe(true)
  await app.close()
  rmSync(folder, { recursive: true })
})

describe('compose', () => {
  const { services } = compose
  const secretsOf = (text: string) => new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))

  test('each image of this repository is built once, from the folder that npm run images writes', () => {
    const built = Object.values(services).flatMap(({ image, build }) => (build ? [{ image, ...build }] : []))
    expect(built.map(({ image }) => image).sort()).toEqual(
      IMAGES.map((name) => `console-${name}:1.0.0`).sort(),
    )
    for (const { image, context, dockerfile } of built) {
      const name = image.replace(/^console-|:.*/g, '') as Image
      expect(resolve(root, DEPLOY, context)).toBe(contextOf(name))
      expect(dockerfile).toBe('Containerfile')
    }
  })

  test('there are two processes of the API', () => {
    const servers = Object.values(services).filter(
      ({ image, command }) => image.includes('-api:') && !command,
    )
    expect(servers).toHaveLength(2)
  })

  test('every service that another one waits for exists and has a health check', () => {
    for (const { depends_on = {} } of Object.values(services))
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(Object.keys(services)).toContain(name)
        const hasCheck = services[name]!.healthcheck || services[name]!.image.startsWith('console-')
        if (condition === 'service_healthy') expect(hasCheck).toBeTruthy()
      }
  })

  test('every service has its own address, and trusts the web server alone', () => {
    const addresses = Object.values(services).map(({ networks }) => networks.console.ipv4_address)
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const address of addresses) expect(address).toMatch(/^172\.30\.40\.\d+$/)
    const web = services['web']!.networks.console.ipv4_address
    expect(services['api-1']!.environment!['TRUST_PROXY']).toBe(web)
    expect(services['delivery']!.command).toContain(`--trust-proxy=${web}`)
  })

  test("nginx's upstreams are services, at ports that their images expose", () => {
    const upstreams = services['web-includes']!.command!.filter((word) => /upstream=|--delivery=/.test(word))
    expect(upstreams).toHaveLength(5)
    for (const word of upstreams) {
      const [, name, port] = /=(.+):(\d+)$/.exec(word)!
      const image = services[name!]!.image.replace(/^console-|:.*/g, '') as Image
      expect(files[CONTAINERFILES[image]]).toMatch(new RegExp(`^EXPOSE .*\\b${port}\\b`, 'm'))
    }
  })

  test('every secret is listed in env.example, which has no values', () => {
    const example = read(`${DEPLOY}/env.example`)
    const asked = [...example.matchAll(/^(\w+)=(.*)$/gm)]
    expect(new Set(asked.map(([, name]) => name))).toEqual(secretsOf(files[COMPOSE]!))
    expect(asked.map(([, , value]) => value).join('')).toBe('')
    expect(files[COMPOSE]).not.toMatch(/(SECRET|PASSWORD):-/)
  })

  // its container would have the same fixed address, which Docker refuses: "Address already in use"
  test('no document runs a service a second time while it is up', () => {
    const documents = ['delivery/README.md', 'docs/operate.md', 'docs/database.md', 'api/README.md', COMPOSE]
    const commands = documents.flatMap((path) => read(path).match(/docker compose .*/g) ?? [])
    const run = commands.flatMap((command) => {
      const words = command.replace(/^.*? run /, '').split(' ')
      return / run /.test(command) ? words.filter((word) => word in services) : []
    })
    for (const name of run) expect([name, services[name]!.restart]).toEqual([name, 'on-failure'])
    const inside = commands.filter((command) => / exec /.test(command))
    expect(inside.length).toBeGreaterThan(0)
    for (const command of inside) expect(services).toHaveProperty(/ exec (?:-T )?(\S+)/.exec(command)![1]!)
  })

  test('only the database, the site and the includes outlive a container', () => {
    expect(Object.keys(compose.volumes).sort()).toEqual(['database', 'nginx', 'site'])
  })
})

describe('Kubernetes', () => {
  const find = (kind: string, name: string): Manifest => {
    const found = manifests.find((one) => one.kind === kind && one.metadata.name === name)
    if (!found) throw new Error(`There is no ${kind} ${name}.`)
    return found
  }

  test('there are two processes of the API and of the web server, one of which is always up', () => {
    for (const name of ['console-api', 'console-web']) {
      const { spec } = find('Deployment', name)
      expect(spec!.replicas).toBe(2)
      const budget = find('PodDisruptionBudget', name).spec!
      expect(budget.minAvailable).toBe(1)
      expect(budget.selector!.matchLabels).toEqual(spec!.template!.metadata!.labels)
      expect(spec!.selector!.matchLabels).toEqual(spec!.template!.metadata!.labels)
    }
  })

  test.each(['console-api', 'console-delivery', 'console-web'])(
    'the service %s finds its pods and ports',
    (name) => {
      const pod = find('Deployment', name).spec!.template!
      const { selector, ports } = find('Service', name).spec!
      expect(selector).toEqual(pod.metadata!.labels)
      const named = pod.spec.containers[0]!.ports!.map((port) => [port.name, port.containerPort])
      expect(ports!.map(({ targetPort, port }) => [targetPort, port])).toEqual(named)
    },
  )

  test('every permanent process has a liveness and a readiness probe', () => {
    for (const { kind, spec } of manifests.filter((one) => one.kind === 'Deployment'))
      for (const container of spec!.template!.spec.containers) {
        expect([kind, container.name, container.livenessProbe, container.readinessProbe]).not.toContain(
          undefined,
        )
      }
  })

  test("nginx's upstreams are services", () => {
    const [writer] = find('Deployment', 'console-web').spec!.template!.spec.initContainers!
    const upstreams = writer!.args!.filter((word) => /upstream=|--delivery=/.test(word))
    expect(upstreams).toHaveLength(3)
    for (const word of upstreams) {
      const [, name, port] = /=(.+):(\d+)$/.exec(word)!
      expect(find('Service', name!).spec!.ports!.map((one) => one.port)).toContain(Number(port))
    }
  })

  test('every secret is listed in secrets.example.yaml, which has no values', () => {
    const secrets = readManifests(read(`${DEPLOY}/secrets.example.yaml`))
    const listed = secrets.flatMap(({ metadata, stringData }) =>
      Object.keys(stringData!).map((key) => `${metadata.name} ${key}`),
    )
    expect(new Set(secretRefs(manifests).map(({ name, key }) => `${name} ${key}`))).toEqual(new Set(listed))
    for (const { stringData } of secrets) expect(Object.values(stringData!).join('')).toBe('')
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([])
  })
})
