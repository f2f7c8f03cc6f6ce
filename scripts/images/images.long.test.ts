import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { freePort, startCluster, type Cluster } from '../../api/testing/cluster'
import { REMOTES } from '@console/shared-kernel/ports'
import { root } from '../lib/paths'
import { Buildah, type Started } from '../testing/buildah'
import { Container } from '../testing/container'
import { parseContainerfile } from '../testing/containerfile'
import { CONTAINERFILES, contextOf, IMAGES, writeContexts, type Image } from '../images'
import { differences, fileList } from '../testing/fileList'
import { writeStandIn } from '../testing/standIns'
import { composeWorkloads, readCompose } from '../testing/workloads'

declare global {
  /** Set by jest.config; the step skips this file if PostgreSQL is not installed. */
  var postgresPrograms: string
}

/** The maximum size of our own layers in megabytes, without the base: a few MB above what was measured. */
const MAX_MB: Readonly<Record<Image, number>> = { api: 60, delivery: 65, web: 1 }
const TIMEOUT_MS = 60_000
const SECRETS = {
  TOKEN_SECRET: 'token-secret-of-the-test-of-images',
  OWNER_DATABASE_PASSWORD: 'password-of-the-owner',
  API_DATABASE_PASSWORD: 'password-of-the-api',
}
const MASTER = { Username: 'first', Password: 'violet-anchor-47-lantern' }

const compose = readFileSync(join(root, 'delivery/deploy/compose.yaml'), 'utf8')

const waitUntilOk = async (url: string, started: Started): Promise<Response> => {
  for (const start = Date.now(); ;) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return answer
    if (Date.now() - start > TIMEOUT_MS) throw new Error(`${url}: ${answer?.status}\n${started.output()}`)
    await sleep(100)
  }
}

describe('images', () => {
  let buildah: Buildah
  let cluster: Cluster
  let folder: string
  /** Folders that belong to the containers' users, as volumes do. */
  let volumes: { site: string; nginx: string; tmp: string }
  const ports = { api1: 0, reports1: 0, api2: 0, reports2: 0, delivery: 0, metrics: 0 }
  const web: Record<string, number> = { 8080: 0, 8081: 0, 8082: 0, 8083: 0 }
  const api: Started[] = []

  /** A service of compose.yaml, with addresses of this machine. */
  const service = (name: string): { command: string[]; env: Record<string, string> } => {
    const urls = {
      CONSOLE_URL: web[8080],
      RELEASES_URL: web[8081],
      API_URL: web[8082],
      REPORTS_URL: web[8083],
    }
    const given = Object.fromEntries(
      Object.entries(urls).map(([key, port]) => [key, `http://127.0.0.1:${port}`]),
    )
    const text = compose
      .replaceAll('postgres:5432', new URL(cluster.url).host)
      .replaceAll('0.0.0.0:4400', `127.0.0.1:${ports.delivery}`)
      .replaceAll('0.0.0.0:4401', `127.0.0.1:${ports.metrics}`)
      .replaceAll('delivery:4400', `127.0.0.1:${ports.delivery}`)
      .replace(/api-([12]):4([23])00/g, (_, process: '1' | '2', kind: '2' | '3') => {
        const port = ports[`${kind === '2' ? 'api' : 'reports'}${process}`]
        return `127.0.0.1:${port}`
      })
      .replaceAll('172.30.40.10', '127.0.0.1')
    const workloads = composeWorkloads(readCompose(text), { ...SECRETS, ...given })
    return workloads.find((one) => one.name === `compose ${name}`)!
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-images-test-'))
    await writeContexts()
    buildah = new Buildah()
    for (const base of ['node', 'nginx'] as const) {
      writeStandIn(join(folder, base), base)
      buildah.build(join(folder, base), `localhost/${base}`)
    }
    const bases = { NODE_IMAGE: 'localhost/node', NGINX_IMAGE: 'localhost/nginx' }
    for (const image of IMAGES) {
      const [name, base] = Object.entries(bases)[image === 'web' ? 1 : 0]!
      buildah.build(contextOf(image), `localhost/console-${image}`, { [name]: base })
    }
    for (const key of [...Object.keys(ports)]) ports[key as keyof typeof ports] = await freePort()
    for (const port of Object.keys(web)) web[port] = await freePort()
    volumes = { site: join(folder, 'site'), nginx: join(folder, 'includes'), tmp: join(folder, 'tmp') }
    for (const [name, uid] of [
      ['site', 1000],
      ['nginx', 1000],
      ['tmp', 101],
    ] as const) {
      mkdirSync(volumes[name])
      chownSync(volumes[name], uid, uid)
    }
    // unlike this folder, a mounted file system is accessible to every user
    chmodSync(folder, 0o755)
    cluster = await startCluster(postgresPrograms)
  }, 600_000)

  afterAll(async () => {
    await buildah?.remove()
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  test.each(IMAGES)('%s matches its Containerfile and stays below its maximum size', (image) => {
    const file = parseContainerfile(readFileSync(join(root, CONTAINERFILES[image]), 'utf8'))
    const config = buildah.config(`localhost/console-${image}`)
    expect(config.User).toBe(file.user)
    expect(Object.keys(config.ExposedPorts)).toEqual(file.ports.map((port) => `${port}/tcp`))
    expect(config.Healthcheck.Test.slice(1).join(' ')).toBe(file.healthcheck)
    expect(config.Env.join('\n')).not.toMatch(/SECRET|PASSWORD|DATABASE_URL|npm_/i)
    const bytes = Number(execFileSync('du', ['-sb', contextOf(image)], { encoding: 'utf8' }).split('\t')[0])
    console.log(`console-${image}: ${(bytes / 1e6).toFixed(1)} MB above its base`)
    expect(bytes / 1e6).toBeLessThan(MAX_MB[image])
  })

  test('the API migrates, creates the first Master and serves, as two processes that write no file', async () => {
    const { hostname, port, username, password } = new URL(cluster.url)
    const programs = `${postgresPrograms}:${process.env['PATH']}`
    const connection = { PGHOST: hostname, PGPORT: port, PGPASSWORD: password, POSTGRES_USER: username }
    execFileSync('sh', [join(root, 'delivery/deploy/roles.sh')], {
      env: { PATH: programs, ...connection, ...SECRETS },
    })
    const container = new Container(buildah, 'api')
    const migrate = service('migrate')
    expect(container.run(migrate.command, migrate)).toMatchObject({ status: 0 })
    const { env } = service('api-1')
    const created = container.run(['dist/create-master.js', '--username', MASTER.Username], {
      env,
      input: `${MASTER.Password}\n`,
    })
    expect(created).toMatchObject({ status: 0 })

    for (const number of [1, 2] as const) {
      const listen = {
        HOST: '127.0.0.1',
        PORT: `${ports[`api${number}`]}`,
        EXTERNAL_PORT: `${ports[`reports${number}`]}`,
      }
      api.push(container.start([], { env: { ...service(`api-${number}`).env, ...listen } }))
    }
    for (const [index, port] of [ports.api1, ports.api2].entries()) {
      await waitUntilOk(`http://127.0.0.1:${port}/readyz`, api[index]!)
      expect(container.isHealthy(port)).toBe(true)
      expect(userOf(api[index]!)).toBe(1000)
    }
    expect(container.isHealthy(await freePort())).toBe(false)
    const ready = await fetch(`http://127.0.0.1:${ports.api1}/readyz`)
    // for example, that the role may change the audit, or that the proxy is not trusted
    expect(await ready.json()).not.toHaveProperty('warnings')
    expect((await signIn(`http://127.0.0.1:${ports.api1}`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${ports.reports2}/healthz`)).status).toBe(200)
    expect(container.changed()).toEqual([])
  }, 180_000)

  test('the delivery service creates the first site once, serves, and writes only to the site', async () => {
    const container = new Container(buildah, 'delivery', {
      '/srv/console/site': volumes.site,
      '/srv/console/nginx': volumes.nginx,
    })
    const { command } = service('first-site')
    expect(container.run(command)).toMatchObject({ status: 0 })
    const environment = join(volumes.site, 'environments', 'production')
    const before = fileList(environment)
    expect([...before.keys()]).toEqual(expect.arrayContaining(['/public/index.html', '/history/000006.json']))
    expect(container.run(command)).toMatchObject({ status: 0 })
    expect(differences(before, fileList(environment))).toEqual([])

    const started = container.start(service('delivery').command)
    await waitUntilOk(`http://127.0.0.1:${ports.delivery}/healthz`, started)
    expect(userOf(started)).toBe(1000)
    expect(container.isHealthy(ports.delivery)).toBe(true)
    expect(container.isHealthy(await freePort())).toBe(false)
    expect(await (await fetch(`http://127.0.0.1:${ports.metrics}/metrics`)).text()).toContain('# HELP')
    expect(container.run(service('web-includes').command)).toMatchObject({ status: 0 })
    expect(await started.stop('SIGTERM')).toBe(0)
    expect(container.changed()).toEqual([])
    for (const path of fileList(volumes.site).keys())
      expect(statSync(join(volumes.site, path)).uid).toBe(1000)
  }, 180_000)

  test('the web server serves the console, uses both processes of the API, and writes only to /tmp', async () => {
    const own = join(folder, 'nginx.conf')
    const text = readFileSync(join(root, 'delivery/web/nginx.conf'), 'utf8')
    writeFileSync(
      own,
      text
        .replace(/listen (\d+);/g, (_, port: string) => `listen 127.0.0.1:${web[port]};`)
        // container engines let the user reopen the output streams; with buildah they belong to root
        .replace('/dev/stdout', '/tmp/access.log'),
    )
    const container = new Container(buildah, 'web', {
      '/srv/console/site': `${volumes.site}:ro`,
      '/srv/console/nginx': `${volumes.nginx}:ro`,
      '/etc/nginx/nginx.conf': `${own}:ro`,
      '/tmp': volumes.tmp,
    })
    const before = [fileList(volumes.site), fileList(volumes.nginx)] as const
    const started = container.start([])
    const page = await waitUntilOk(`http://127.0.0.1:${web[8080]}/users`, started)
    expect(await page.text()).toContain('<!doctype html>')
    expect(
      page.headers.get('content-security-policy') ?? page.headers.get('x-content-type-options'),
    ).not.toBeNull()
    expect(userOf(started)).toBe(101)
    expect(container.isHealthy(web[8080]!)).toBe(true)
    expect(container.isHealthy(await freePort())).toBe(false)
    const document = (await (await fetch(`http://127.0.0.1:${web[8080]}/environment.json`)).json()) as {
      remotes: Record<string, { baseUrl: string }>
    }
    expect(Object.keys(document.remotes).sort()).toEqual([...REMOTES].sort())
    const { baseUrl } = document.remotes['users']!
    expect(baseUrl).toContain(`http://127.0.0.1:${web[8081]}/`)
    expect((await fetch(`${baseUrl}release.json`)).status).toBe(200)
    expect((await signIn(`http://127.0.0.1:${web[8082]}`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${web[8083]}/healthz`)).status).toBe(200)

    // a process that is stopping reports so at once, and the other one gets the requests
    expect(await api[0]!.stop('SIGTERM')).toBe(0)
    expect((await signIn(`http://127.0.0.1:${web[8082]}`)).status).toBe(200)
    expect(await started.stop('SIGQUIT')).toBe(0)
    expect(container.changed()).toEqual([])
    expect(differences(before[0], fileList(volumes.site))).toEqual([])
    expect(differences(before[1], fileList(volumes.nginx))).toEqual([])
  }, 180_000)
})

/** The user of the process inside the container. */
const userOf = (started: Started): number => statSync(`/proc/${started.process()}`).uid

const signIn = (url: string): Promise<Response> =>
  fetch(`${url}/api/Auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(MASTER),
  })
