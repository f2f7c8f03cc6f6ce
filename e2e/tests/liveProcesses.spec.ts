import type { Page } from '@playwright/test'
import { localAddress } from '@console/shared-kernel/ports'
import type { UserResponse } from '@console/shared-kernel/schemas'
import { freePort, startCluster } from '../../api/testing/cluster'
import { call, tokenOf } from '../../api/testing/http'
import { findPostgres } from '../../scripts/testing/findPrograms.mjs'
import { call as callCommonApi, masterToken } from '../testing/api'
import { stackPorts } from '../testing/addresses'
import { type ApiProcess, startApiProcess } from '../testing/apiProcesses'
import { listenOn, nginxProgram, writeServers } from '../testing/nginx'
import { edit, withNginx, withSite } from '../testing/nginxSite'
import { startOwnConsole } from '../testing/ownConsole'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { createPerson } from '../testing/people'
import { expect, PASSWORD, test, WITH_ALL } from '../testing/test'
import { usersTable } from '../testing/usersScreen'

/* Lists behind nginx, configured as docs/operate.md describes. */

const SOON = { timeout: 2_000 }
/** After a disconnect the page waits for up to 1.5 s, and for longer after the next one. */
const AFTER_DISCONNECT = { timeout: 10_000 }

/** Longer than nginx's read timeout for streams: only heartbeats keep one open. */
const SILENCE_MS = 50_000

const live = (page: Page) => page.getByText('Live', { exact: true })
const users = (page: Page) => usersTable(page).locator('tr.data')

interface NginxOptions {
  worker: number
  /** Ports of the API's processes. */
  upstreams: readonly number[]
  /** Replacements in the written configuration. */
  changes?: [from: RegExp, to: string][]
}

/** @param callback receives the address of a console whose API is behind nginx, and that of the API */
const behindNginx = (
  program: string,
  { worker, upstreams, changes = [] }: NginxOptions,
  callback: (consoleUrl: string, apiUrl: string) => Promise<void>,
): Promise<void> =>
  withSite(async ({ folder, configure }) => {
    const port = await freePort()
    writeServers(folder, 'console-staging', { api: listenOn(port, 'reuseport') })
    await configure({ apiUpstreams: upstreams.map((upstream) => `127.0.0.1:${upstream}`) })
    if (changes.length > 0) edit(`${folder}/console-staging/api.conf`, ...changes)
    await withNginx(program, folder, port, async () => {
      const console = await startOwnConsole(worker, { apiUrl: localAddress(port) })
      await callback(console.url, localAddress(port)).finally(console.close)
    })
  })

/** Creates a Master with users, and returns a function that blocks one of them through a given process. */
async function prepare(apiUrl: string) {
  const token = await tokenOf(apiUrl, 'master')
  const create = async (userName: string, levelU: number, userIdcriador: number | null) => {
    const body = { userName, password: PASSWORD, levelU, userIdcriador }
    const answer = await call<UserResponse>(apiUrl, 'POST /api/Users', { token, body })
    expect(answer.status).toBe(201)
    return answer.body
  }
  const watcher = await create('watcher', 2, null)
  const block = async (at: ApiProcess, { userId }: UserResponse, isBlocked: boolean) => {
    const { status } = await call(at.url, `PUT /api/Users/${userId}`, { token, body: { isBlocked } })
    expect(status).toBe(200)
  }
  return {
    block,
    token: await tokenOf(apiUrl, watcher.userName),
    users: [
      await create('first', 3, watcher.userId),
      await create('second', 3, watcher.userId),
      await create('third', 3, watcher.userId),
    ],
  }
}

async function expectLiveChanges(program: string, postgres: string, page: Page, worker: number) {
  const cluster = await startCluster(postgres)
  const processes: ApiProcess[] = []
  try {
    for (let number = 0; number < 3; number += 1) processes.push(await startApiProcess(cluster.url))
    const [first, second, third] = processes as [ApiProcess, ApiProcess, ApiProcess]
    const upstreams = processes.map(({ ports }) => ports.api)
    await behindNginx(program, { worker, upstreams }, async (consoleUrl, apiUrl) => {
      const { block, token, users: people } = await prepare(apiUrl)
      const [one, two, three] = people as [UserResponse, UserResponse, UserResponse]
      const status = (user: UserResponse) => users(page).filter({ hasText: user.userName })
      await page.addInitScript((value) => localStorage.setItem('token', value), token)
      await page.goto(consoleUrl)
      await expect(live(page)).toBeVisible()
      for (const [process, user] of [
        [first, one],
        [second, two],
        [third, three],
      ] as const) {
        await block(process, user, true)
        await expect(status(user)).toContainText('Bloqueado', SOON)
      }
      // whichever process has the stream, the third one ends up with it
      for (const [killed, user] of [
        [first, one],
        [second, two],
      ] as const) {
        await killed.kill()
        await block(third, user, false)
        await expect(status(user)).toContainText('Activo', AFTER_DISCONNECT)
        await expect(live(page)).toBeVisible(AFTER_DISCONNECT)
      }
      await block(third, three, false)
      await expect(status(three)).toContainText('Activo', SOON)
    })
  } finally {
    for (const one of processes) await one.stop()
    await cluster.stop()
  }
}

/** The API has no other users, so only heartbeats arrive. */
async function expectOpenWhenIdle(program: string, page: Page, worker: number) {
  test.slow()
  const api = await startApiProcess('', { DATA_DIR: 'memory://' })
  try {
    await behindNginx(program, { worker, upstreams: [api.ports.api] }, async (consoleUrl, apiUrl) => {
      const { block, token, users: people } = await prepare(apiUrl)
      let streams = 0
      page.on('request', (request) => (streams += Number(request.url().endsWith('/api/events'))))
      await page.addInitScript((value) => localStorage.setItem('token', value), token)
      await page.goto(consoleUrl)
      await expect(live(page)).toBeVisible()
      await page.waitForTimeout(SILENCE_MS)
      await block(api, people[0]!, true)
      await expect(users(page).filter({ hasText: people[0]!.userName })).toContainText('Bloqueado', SOON)
      expect(streams).toBe(1)
      // an open page would report errors when the servers stop
      await page.close()
    })
  } finally {
    await api.stop()
  }
}

const postgres = findPostgres()
test.describe.configure({ timeout: 120_000 })

if (nginxProgram && postgres) {
  const program = nginxProgram
  test(
    'changes through any of three processes appear at once, and none is missed when the process with the stream is killed',
    WITH_ALL,
    async ({ page, faults }, { parallelIndex }) => {
      faults.expect(FAILED_CALL, FAILED_REQUEST)
      await expectLiveChanges(program, postgres, page, parallelIndex)
    },
  )
} else {
  console.warn('nginx or PostgreSQL is not installed: live lists across several processes are not tested.')
}

if (nginxProgram) {
  const program = nginxProgram
  test(
    'behind nginx, a stream with only heartbeats for 50 s stays open and delivers the next change at once',
    WITH_ALL,
    async ({ page }, { parallelIndex }) => expectOpenWhenIdle(program, page, parallelIndex),
  )

  test(
    'behind an nginx that buffers, there is no stream: lists are polled, and show when they were updated',
    WITH_ALL,
    async ({ page, signIn, faults }, { parallelIndex }) => {
      faults.expect(FAILED_CALL, FAILED_REQUEST)
      const manager = await createPerson('manager')
      const person = await createPerson('person', manager)
      const changes: NginxOptions['changes'] = [
        [/proxy_buffering off;/g, 'proxy_ignore_headers X-Accel-Buffering;'],
        // chunks would be passed on
        [/proxy_http_version 1\.1;/g, 'proxy_http_version 1.0;'],
      ]
      const upstreams = [stackPorts.api]
      await behindNginx(program, { worker: parallelIndex, upstreams, changes }, async (consoleUrl) => {
        await page.clock.install()
        await signIn(manager.userName, consoleUrl)
        await expect(users(page)).toHaveCount(1)
        // the page has requested the stream and given up on it
        await page.clock.runFor(20_000)
        await expect(live(page)).toBeHidden()
        await expect(page.getByText(/^Updated \d\d:\d\d:\d\d$/)).toBeVisible()
        await callCommonApi('PUT', `/api/Users/${person.userId}`, await masterToken(), { isBlocked: true })
        await page.clock.runFor(31_000)
        await expect(users(page)).toContainText('Bloqueado')
      })
    },
  )
}
