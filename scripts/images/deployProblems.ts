import { parseArgs } from 'node:util'
import { COMMANDS } from '../../delivery/src/consoleDelivery'
import { ALIVE_PATH, READY_PATH } from '../../api/src/http/healthPaths'
import { readSettings } from '../../api/src/settings/settings'
import { parseContainerfile, type Containerfile } from './containerfile'
import type { Image } from './buildContexts'
import { probeOf, type Workload } from './workloads'

const VERSION = '1.0.0'
/** The database's image is not ours: only its version and secrets are checked. */
const POSTGRES = /^docker\.io\/library\/postgres:\d+\.\d+-\w+$/
const EXACT_BASE = /:\d+\.\d+\.\d+-[\w-]+$/

/** Paths that answer 200 when the container is healthy. */
const HEALTH_PATHS: Readonly<Record<Image, readonly string[]>> = {
  api: [ALIVE_PATH, READY_PATH],
  delivery: ['/healthz'],
  // '' is a TCP probe
  web: ['/', ''],
}
/** Volumes, and /tmp, which is a tmpfs. */
const WRITABLE: Readonly<Record<Image, readonly string[]>> = {
  api: [],
  delivery: ['/srv/console/site', '/srv/console/nginx'],
  web: ['/tmp'],
}
/** The API's commands, by their file, with their required options. */
const API_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'dist/main.js': [],
  'dist/migrate.js': ['--grant-to'],
}
const DELIVERY = 'dist/bin/console-delivery.js'
const FIRST_SITE = 'dist/bin/first-site.js'

export interface Deployment {
  containerfiles: Readonly<Record<Image, string>>
  nginx: string
  workloads: readonly Workload[]
}

export function deployProblems({ containerfiles, nginx, workloads }: Deployment): string[] {
  const images = {
    api: parseContainerfile(containerfiles.api),
    delivery: parseContainerfile(containerfiles.delivery),
    web: parseContainerfile(containerfiles.web),
  }
  return [
    ...Object.entries(images).flatMap(([name, image]) => imageProblems(name as Image, image)),
    ...different('nginx.conf listens on', listenPorts(nginx), images.web.ports),
    ...writtenBy(nginx).map((path) => `nginx.conf writes ${path}`),
    ...workloads.flatMap((workload) => {
      const [, name] = /^console-(api|delivery|web):/.exec(workload.image) ?? []
      const problems = name
        ? workloadProblems(workload, name as Image, images[name as Image])
        : foreign(workload)
      return [...problems, ...(workload.isHardened ? [] : ['it is not hardened'])].map(
        (problem) => `${workload.name}: ${problem}`,
      )
    }),
  ]
}

const different = (what: string, found: readonly number[], expected: readonly number[]): string[] =>
  found.join() === expected.join() ? [] : [`${what} ${found.join()}, not ${expected.join()}`]

const listenPorts = (nginx: string): number[] =>
  [...nginx.matchAll(/^\s*listen (\d+);/gm)].map(([, port]) => Number(port))

/** Paths that nginx writes to outside /tmp and the standard streams. */
const writtenBy = (nginx: string): string[] =>
  [...nginx.matchAll(/^\s*(?:pid|error_log|access_log|\w+_temp_path) ([^\s;]+)/gm)].flatMap(([, path]) =>
    /^(\/tmp\/|\/dev\/stdout$|stderr$)/.test(path!) ? [] : [path!],
  )

function imageProblems(name: Image, image: Containerfile): string[] {
  const [probe] = probeOf(image.healthcheck, image.env)
  const [uid, gid] = image.user.split(':').map(Number)
  const listen = image.command[image.command.indexOf('--listen') + 1]
  const { port, externalPort } = apiSettings({ ...image.env, ...SECRETS }).settings
  const found =
    name === 'api'
      ? different('its settings listen on', [port, externalPort], image.ports)
      : name === 'delivery' && listen !== `0.0.0.0:${image.ports[0]}`
        ? [`it listens on ${listen}`]
        : []
  return [
    ...found,
    ...(EXACT_BASE.test(image.from) ? [] : [`its base is ${image.from}`]),
    ...(uid && gid ? [] : [`its user is '${image.user}'`]),
    ...(probe && probe.port === image.ports[0] && HEALTH_PATHS[name].includes(probe.path)
      ? []
      : [`its health check is ${image.healthcheck}`]),
  ].map((problem) => `${name}/Containerfile: ${problem}`)
}

const foreign = ({ image, secrets }: Workload): string[] => [
  ...(POSTGRES.test(image) ? [] : [`its image is ${image}`]),
  ...['POSTGRES_PASSWORD', 'OWNER_DATABASE_PASSWORD', 'API_DATABASE_PASSWORD'].flatMap((key) =>
    secrets.includes(key) ? [] : [`${key} is no secret`],
  ),
]

function workloadProblems(workload: Workload, name: Image, image: Containerfile): string[] {
  const { user, ports, probes, writable } = workload
  return [
    ...(workload.image === `console-${name}:${VERSION}` ? [] : [`its image is ${workload.image}`]),
    // the web server only reads the includes, which the delivery image writes
    ...(user === image.user ? [] : [`its user is ${user}, not ${image.user}`]),
    ...ports.flatMap((port) => (image.ports.includes(port) ? [] : [`its port is ${port}`])),
    ...probes.flatMap(({ path, port }) =>
      HEALTH_PATHS[name].includes(path) && image.ports.includes(port) ? [] : [`its probe is ${port}${path}`],
    ),
    ...writable.flatMap((path) => (WRITABLE[name].includes(path) ? [] : [`it writes to ${path}`])),
    ...(name === 'api' ? apiProblems(workload, image) : []),
    ...(name === 'delivery' ? deliveryProblems(workload) : []),
    ...(name === 'web' && !writable.includes('/tmp') ? ['it cannot write to /tmp'] : []),
  ]
}

/** Values that the files do not contain. */
const SECRETS = {
  TOKEN_SECRET: 'x'.repeat(64),
  DATABASE_URL: 'postgres://role:password@postgres:5432/console',
}

/** Parses the settings as the API does, and notes which variables it reads. */
function apiSettings(env: Readonly<Record<string, string>>) {
  const asked = new Set<string>()
  const recorded = new Proxy(env, {
    get: (target, name: string) => {
      asked.add(name)
      return target[name]
    },
  })
  return { settings: readSettings(recorded), asked }
}

function apiProblems({ command, env, secrets }: Workload, image: Containerfile): string[] {
  const [file = 'dist/main.js', ...options] = command
  const needed = API_COMMANDS[file]
  if (!needed || needed.some((option) => !options.includes(option)))
    return [`its command is ${command.join(' ')}`]
  const isServer = file === 'dist/main.js'
  const required = isServer ? ['TOKEN_SECRET', 'DATABASE_URL'] : ['DATABASE_URL']
  const exposed = required.filter((key) => !secrets.includes(key)).map((key) => `${key} is no secret`)
  try {
    const { settings, asked } = apiSettings({ ...image.env, ...env, ...SECRETS })
    const unknown = Object.keys(env)
      .filter((key) => !asked.has(key))
      .map((key) => `the API knows no ${key}`)
    const unset =
      isServer && (!settings.production || !settings.corsOrigins.length || !settings.trustProxy.length)
    return [
      ...exposed,
      ...unknown,
      ...(unset ? ['NODE_ENV, CORS_ORIGINS and TRUST_PROXY are to be set'] : []),
    ]
  } catch (error) {
    return [...exposed, (error as Error).message]
  }
}

function deliveryProblems({ command, env }: Workload): string[] {
  const unknown = Object.keys(env).map((key) => `the delivery service knows no ${key}`)
  const [file, ...words] = command
  const [name, ...args] = file === FIRST_SITE ? ['init', ...words] : words
  const known = COMMANDS.find((one) => one.name === name)
  if (!known || (file !== DELIVERY && file !== FIRST_SITE))
    return [...unknown, `its command is ${command.join(' ')}`]
  try {
    const { values, positionals } = parseArgs({
      args,
      options: known.options,
      strict: true,
      allowPositionals: true,
    })
    const parsed = known.input.safeParse(known.read(values, positionals))
    return parsed.success ? unknown : [...unknown, parsed.error.message]
  } catch (error) {
    return [...unknown, (error as Error).message]
  }
}
