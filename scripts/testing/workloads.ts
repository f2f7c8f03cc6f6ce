import { parseAllDocuments, parse } from 'yaml'

/** A container of a compose file or a manifest. */
export interface Workload {
  /** The name of the workload, such as `compose api-1` or `kubernetes console-api/api`. */
  name: string
  image: string
  /** `uid:gid`; empty means the user of the image. */
  user: string
  /** Empty means the command of the image. */
  command: string[]
  env: Record<string, string>
  secrets: string[]
  /** Container ports. Compose files do not repeat the ports that the image exposes. */
  ports: number[]
  writable: string[]
  probes: { path: string; port: number }[]
  /** Whether the root is read-only, all capabilities are dropped, and no new ones can be gained. */
  isHardened: boolean
}

interface ComposeService {
  image: string
  build?: { context: string; dockerfile: string }
  restart?: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  command?: string[]
  environment?: Record<string, string>
  ports?: string[]
  expose?: string[]
  volumes?: string[]
  tmpfs?: string[]
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
  networks: { console: { ipv4_address: string } }
}
interface Compose {
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
}

export const readCompose = (text: string): Compose => parse(text, { merge: true }) as Compose

const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g

/** Fills in the variables of one value, as compose does once it has read the file. */
const interpolated = (text: string, given: Readonly<Record<string, string>>): string =>
  text.replace(VARIABLE, (whole, name: string, kind?: string, words?: string) => {
    const value = given[name] ?? (kind === '-' ? words : undefined)
    return value ?? whole
  })

function probeOf(command: string): Workload['probes'] {
  const [, port, path] = /http:\/\/127\.0\.0\.1:(\d+)(\/\w*)/.exec(command) ?? []
  return path === undefined ? [] : [{ path, port: Number(port) }]
}

export const composeWorkloads = (
  { services }: Compose,
  given: Readonly<Record<string, string>> = {},
): Workload[] =>
  Object.entries(services).map(([name, service]) => {
    const env = service.environment ?? {}
    return {
      name: `compose ${name}`,
      image: service.image,
      user: service.user ?? '',
      command: (service.command ?? []).map((word) => interpolated(word, given)),
      env: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, interpolated(value, given)])),
      secrets: Object.keys(env).filter((key) => env[key]!.includes(':?')),
      ports: [...(service.ports ?? []), ...(service.expose ?? [])].map((port) =>
        Number(port.split(':').at(-1)),
      ),
      writable: [
        ...(service.tmpfs ?? []),
        ...(service.volumes ?? []).flatMap((volume) =>
          volume.endsWith(':ro') ? [] : [volume.split(':')[1]!],
        ),
      ],
      probes: probeOf((service.healthcheck?.test ?? []).join(' ')),
      isHardened:
        service.read_only === true &&
        service.cap_drop?.join() === 'ALL' &&
        service.security_opt?.join() === 'no-new-privileges:true',
    }
  })

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
export interface Manifest {
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

export const readManifests = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0]
    return document.toJS() as Manifest
  })

export const secretRefs = (manifests: readonly Manifest[]) =>
  containersOf(manifests).flatMap(({ container }) =>
    (container.env ?? []).flatMap(({ valueFrom }) => (valueFrom ? [valueFrom.secretKeyRef] : [])),
  )

const containersOf = (manifests: readonly Manifest[]) =>
  manifests.flatMap((manifest) => {
    const pod = manifest.spec?.template?.spec
    const containers = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])]
    return containers.map((container) => ({ manifest, pod, container }))
  })

export const kubernetesWorkloads = (manifests: readonly Manifest[]): Workload[] =>
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
