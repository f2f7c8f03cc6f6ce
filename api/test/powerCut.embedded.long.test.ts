import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import type { CreditResponse } from '@console/shared-kernel/schemas'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { call } from '../testing/http'
import { meetPeople } from '../testing/people'
import { startApi } from '../testing/server'
import { sql } from '../testing/sql'

/** Linux as root. A power cut: what the disk holds while the file system above it is in use. */
const CUTS = 3
const WRITING_MS = 35_000
const CHANGES_A_ROUND = 4

const mounted: string[] = []
afterEach(() => {
  for (const folder of mounted.splice(0)) execFileSync('umount', ['--lazy', folder])
})

function mount(image: string, folder: string): string {
  mkdirSync(folder)
  execFileSync('mount', ['-o', 'loop', image, folder])
  mounted.push(folder)
  return folder
}

interface Acknowledged {
  readonly version: number
  readonly at: number
}

/** @returns the seconds before the cut whose acknowledged changes are lost, and how many those are */
async function cutPower(): Promise<{ seconds: number; lost: number; acknowledged: number }> {
  const folder = temporaryFolder()
  const image = join(folder, 'disk')
  execFileSync('truncate', ['--size', '1G', image])
  execFileSync('mkfs.ext4', ['-q', image])
  const disk = mount(image, join(folder, 'running'))
  const data = join(disk, 'data')
  cpSync(await demoFolder(), data, { recursive: true })
  execFileSync('sync', ['--file-system', disk])

  const api = await startApi({ DATA_DIR: data })
  const { createClient, master } = await meetPeople(api.url)
  const { idMachine } = (await createClient()).machine
  execFileSync('sync', ['--file-system', disk])
  const acknowledged: Acknowledged[] = []
  for (const start = performance.now(); performance.now() - start < WRITING_MS;) {
    for (let turn = 0; turn < CHANGES_A_ROUND; turn += 1) {
      const row = `PUT /api/Machines/${idMachine}/credit`
      const { body } = await call<CreditResponse>(api.url, row, { token: master, body: { amount: turn } })
      acknowledged.push({ version: Number(body.creditVersion), at: performance.now() })
    }
    await sleep(20)
  }
  const cutAt = performance.now()
  execFileSync('cp', ['--sparse=always', image, `${image}.cut`])
  await api.stop('SIGKILL')

  const left = join(mount(`${image}.cut`, join(folder, 'cut')), 'data')
  await (await startApi({ DATA_DIR: left })).stop()
  const [found] = sql<{ version: number }>(
    left,
    `select credit_version as version from machines where id = '${idMachine}'`,
  )
  const lost = acknowledged.filter(({ version }) => version > (found?.version ?? 0))
  const seconds = (cutAt - (lost[0]?.at ?? cutAt)) / 1000
  return { seconds, lost: lost.length, acknowledged: acknowledged.length }
}

test(
  'a power cut loses the last acknowledged changes of the embedded engine and nothing else',
  async () => {
    for (let cut = 1; cut <= CUTS; cut += 1) {
      const result = await cutPower()
      console.log(`cut ${cut}:`, result)
      expect(result.lost).toBeGreaterThan(0)
      expect(result.lost).toBeLessThan(result.acknowledged)
    }
  },
  CUTS * 180_000,
)
