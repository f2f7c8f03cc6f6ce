import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { root } from '../lib/paths'
import { CONTAINERFILES, contextOf, IMAGES, type Image } from '../images'
import { parseContainerfile } from '../testing/containerfile'
import { composeWorkloads, readCompose, type Workload } from '../testing/workloads'
import { parseAllDocuments } from 'yaml'

interface Probe {
  httpGet?: { path: string; port: string }
  tcpSocket?: { port: string }
}
interface SecurityContext {
  runAsNonRoot?: boolean
  runAsUser?: number
  runAsGroup?: number
  readOnlyRootFilesystem?: boolean
  allowPrivilegeEscalation?: boolean
  capabilities?: { drop: string[] }
}
interface Container {
  name: string
  image: string
  args?: string[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[]
  ports?: { name: string; containerPort: number }[]
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[]
  livenessProbe?: Probe
  readinessProbe?: Probe
  securityContext?: SecurityContext
}
interface Manifest {
  kind: string
  metadata: { name: string }
  stringData?: Record<string, string>
  spec?: {
    replicas?: number
    minAvailable?: number
    /** In a service, `selector` is the labels themselves. */
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>
    ports?: { name: string; port: number; targetPort: string }[]
    template?: {
      metadata?: { labels: Record<string, string> }
      spec: { securityContext?: SecurityContext; initContainers?: Container[]; containers: Container[] }
    }
  }
}

const readManifests = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0]
    return document.toJS() as Manifest
  })

const secretRefs = (manifests: readonly Manifest[]) =>
  containersOf(manifests).flatMap(({ container }) =>
    (container.env ?? []).flatMap(({ valueFrom }) => (valueFrom ? [valueFrom.secretKeyRef] : [])),
  )

const containersOf = (manifests: readonly Manifest[]) =>
  manifests.flatMap((manifest) => {
    const pod = manifest.spec?.template?.spec
    const containers = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])]
    return containers.map((container) => ({ manifest, pod, container }))
  })

const kubernetesWorkloads = (manifests: readonly Manifest[]): Workload[] =>
  containersOf(manifests).map(({ manifest, pod, container }) => {
    const security = { ...pod?.securityContext, ...container.securityContext }
    const env = container.env ?? []
    const ports = container.ports ?? []
    const portOf = (name: string): number => ports.find((port) => port.name === name)?.containerPort ?? NaN
    const probes = [container.livenessProbe, container.readinessProbe].filter((probe) => probe !== undefined)
    return {
      name: `kubernetes ${manifest.metadata.name}/${container.name}`,
      image: container.image,
      user: `${security.runAsUser}:${security.runAsGroup}`,
      command: container.args ?? [],
      env: Object.fromEntries(env.map(({ name, value }) => [name, value ?? ''])),
      secrets: env.filter(({ valueFrom }) => valueFrom).map(({ name }) => name),
      ports: ports.map(({ containerPort }) => containerPort),
      writable: (container.volumeMounts ?? [])
        .filter((mount) => !mount.readOnly)
        .map((mount) => mount.mountPath),
      probes: probes.map(({ httpGet, tcpSocket }) => ({
        path: httpGet?.path ?? '',
        port: portOf(httpGet?.port ?? tcpSocket?.port ?? ''),
      })),
      isHardened:
        security.runAsNonRoot === true &&
        security.readOnlyRootFilesystem === true &&
        security.allowPrivilegeEscalation === false &&
        security.capabilities?.drop.join() === 'ALL',
    }
  })

// images.long.test.ts starts the images as compose.yaml defines them. These tests cover what it cannot.

const DEPLOY = 'delivery/deploy'
const COMPOSE = `${DEPLOY}/compose.yaml`
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const manifestTexts = readdirSync(join(root, DEPLOY, 'kubernetes')).map((name) =>
  read(`${DEPLOY}/kubernetes/${name}`),
)
const compose = readCompose(read(COMPOSE))
const manifests = manifestTexts.flatMap(readManifests)
const ofCompose = composeWorkloads(compose)
const ofKubernetes = kubernetesWorkloads(manifests)
const ours = [...ofCompose, ...ofKubernetes].filter(({ image }) => image.startsWith('console-'))

test('every container is hardened, and none of ours runs as root', () => {
  for (const { name, isHardened } of [...ofCompose, ...ofKubernetes])
    expect([name, isHardened]).toEqual([name, true])
  for (const { name, user } of ours) expect(`${name} ${user}`).toMatch(/ [1-9]\d*:[1-9]\d*$/)
})

test('secrets come from outside the files, and no file has a password in a URL', () => {
  for (const { name, env, secrets } of [...ofCompose, ...ofKubernetes])
    for (const key of Object.keys(env).filter((one) => /^(TOKEN_SECRET|DATABASE_URL|\w*PASSWORD)$/.test(one)))
      expect([name, ...secrets]).toContain(key)
  for (const text of [read(COMPOSE), ...manifestTexts, ...Object.values(CONTAINERFILES).map(read)])
    expect(text).not.toMatch(/:\/\/\w+:(?!\$\{\w+:\?)[^\s@]*@/)
})

test.each(IMAGES)('the base image of %s has an exact version', (image) => {
  expect(parseContainerfile(read(CONTAINERFILES[image])).from).toMatch(/:\d+\.\d+\.\d+-[\w-]+$/)
})

test('every probe uses a port of its container, and a path that answers', () => {
  for (const { name, ports, probes } of ours)
    for (const { path, port } of probes) {
      expect([name, ...ports]).toContain(port)
      expect(['', '/', '/healthz', '/readyz']).toContain(path)
    }
})

describe('compose', () => {
  const { services } = compose

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

  test('every service has its own address, and trusts only the web server', () => {
    const addresses = Object.values(services).map(({ networks }) => networks.console.ipv4_address)
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const address of addresses) expect(address).toMatch(/^172\.30\.40\.\d+$/)
    const web = services['web']!.networks.console.ipv4_address
    expect(services['api-1']!.environment!['TRUST_PROXY']).toBe(web)
    expect(services['delivery']!.command).toContain(`--trust-proxy=${web}`)
  })

  test('every secret is listed in env.example, which has no values', () => {
    const example = read(`${DEPLOY}/env.example`)
    const asked = [...example.matchAll(/^(\w+)=(.*)$/gm)]
    expect(new Set(asked.map(([, name]) => name))).toEqual(
      new Set([...read(COMPOSE).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)),
    )
    expect(asked.map(([, , value]) => value).join('')).toBe('')
    expect(read(COMPOSE)).not.toMatch(/(SECRET|PASSWORD):-/)
  })

  // its container would have the same fixed address, which Docker rejects: "Address already in use"
  test('no documented command starts a second instance of a running service', () => {
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
})

describe('Kubernetes', () => {
  /** The settings that both files share: addresses, secrets and the number of servers differ. */
  const common = ({ image, user, command, env, secrets, writable, ports }: Workload) => ({
    image,
    user,
    command: [...new Set(command.map(withoutAddresses))],
    env: Object.fromEntries(
      Object.entries(env).map(([key, value]) => [
        key,
        secrets.includes(key) || value === '' ? 'given' : withoutAddresses(value),
      ]),
    ),
    writable,
    ports: [...ports].sort(),
  })
  const withoutAddresses = (text: string): string =>
    text.replace(/https?:\/\/[^/]+|\b\d+\.\d+\.\d+\.\d+(?:\/\d+)?/g, '*').replace(/=[\w-]+:(\d+)$/, '=*:$1')

  test.each([
    ['console-api/api', 'api-1'],
    ['console-delivery/first-site', 'first-site'],
    ['console-delivery/delivery', 'delivery'],
    ['console-migrate/migrate', 'migrate'],
    ['console-web/web-includes', 'web-includes'],
    ['console-web/web', 'web'],
  ])('%s runs like %s of compose.yaml, which a test starts', (manifest, service) => {
    const named = (all: readonly Workload[], name: string) => common(all.find((one) => one.name === name)!)
    expect(named(ofKubernetes, `kubernetes ${manifest}`)).toEqual(named(ofCompose, `compose ${service}`))
  })

  const find = (kind: string, name: string): Manifest => {
    const found = manifests.find((one) => one.kind === kind && one.metadata.name === name)
    if (!found) throw new Error(`There is no ${kind} ${name}.`)
    return found
  }

  test('the API and the web server have two processes each, at least one of which is always up', () => {
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

  test('every long-running process has a liveness and a readiness probe', () => {
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
