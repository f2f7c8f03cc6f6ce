import { buffer } from 'node:stream/consumers'
import { afterEach } from '@jest/globals'
import { create } from 'tar'
import { COMMANDS } from '../src/consoleDelivery'
import { createService, type ServiceSettings } from '../src/service/app'
import { BUDGETS, readBudgets } from '../src/verify/checks'
import { builtRemote, freshSite, run, sitePath, start } from './staging'

/** The delivery service for the test's own site, on a free port. */
export async function startService(settings: Partial<ServiceSettings> = {}) {
  const app = await createService({
    site: { root: sitePath() },
    budgets: readBudgets(BUDGETS),
    commands: COMMANDS,
    logLevel: 'warn',
    ...settings,
  })
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

/** @returns the token of a new team that owns these remotes, or the host */
export async function createTeam(name: string, owns: string): Promise<string> {
  await run('team', `set ${name} --owns ${owns}`)
  const [token = ''] = (await run('team', `token ${name}`)).split('\n')
  return token
}

/** Starts a service for each test, with two teams: `people` owns users, `platform` the host. */
export function serviceOfTwoTeams(settings: () => Partial<ServiceSettings> = () => ({})) {
  let service: Awaited<ReturnType<typeof startService>>
  const tokens: Record<string, string> = {}
  const connections = { made: 0, ended: 0 }
  freshSite(start, async () => {
    tokens['people'] = await createTeam('people', 'users')
    tokens['platform'] = await createTeam('platform', 'host')
    service = await startService(settings())
    Object.assign(connections, { made: 0, ended: 0 })
    service.app.server.on('connection', (socket) => {
      connections.made++
      socket.once('close', () => connections.ended++)
    })
  })
  afterEach(() => service.app.close(), 30_000)

  const post = async (
    path: string,
    body: BodyInit | object,
    token: string | undefined,
    type = 'application/json',
    signal?: AbortSignal,
  ) => {
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
      body: type === 'application/json' ? JSON.stringify(body) : (body as BodyInit),
      // required for a body that is a stream
      duplex: 'half',
      signal,
    } as RequestInit)
    return { status: response.status, body: (await response.json()) as { message?: string } }
  }
  return {
    tokens,
    url: () => service.url,
    close: () => service.app.close(),
    post,
    /** Counts the connections that clients have opened to the service and closed. */
    connections,
    ask: (name: string, input: object, by = 'people', signal?: AbortSignal) =>
      post(
        `/commands/${name}`,
        { environment: 'staging', why: 'test', ...input },
        tokens[by],
        undefined,
        signal,
      ),
    upload: (archive: Uint8Array<ArrayBuffer> | ReadableStream, by = 'people', signal?: AbortSignal) =>
      post('/releases', archive, tokens[by], 'application/gzip', signal),
  }
}

/** @param folder a build to upload */
export async function archiveOf(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await buffer(create({ gzip: true, portable: true, cwd: folder }, ['.'])))
}

export const nextUsers = () => builtRemote({ version: '1.1.0', build: '22222222' }, 'newer code')
