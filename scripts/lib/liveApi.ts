import { watch } from 'node:fs'
import { join } from 'node:path'
import type { Ports } from '@console/shared-kernel/ports'
import { buildAll } from './npmScripts'
import { dataDirectory, root } from './paths'
import type { Running } from '../../packages/emulator/src/processes'
import { startApi } from './servers'

const SOURCES = ['api/src', 'shared-kernel/src/contracts', 'shared-kernel/src/domain']
/** Editors write a file in several steps. */
const SETTLED_MS = 200

/**
 * Rebuilds and restarts the API when its sources change. A failed build leaves the running API; an API that
 * ends by itself waits for the next change.
 */
export async function keepApiLive(all: Ports, over: AbortSignal): Promise<void> {
  let api = begin(all, over)
  await api.ready
  let work = Promise.resolve()
  const renew = async () => {
    if (over.aborted || !(await buildAll('build:api'))) return
    await api.stop()
    if (over.aborted) return
    api = begin(all, over)
    await api.ready
    console.log('[api] started again')
  }
  const report = (error: unknown) => console.error((error as Error).message)
  let settled: NodeJS.Timeout | undefined
  for (const folder of SOURCES) {
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (name?.endsWith('.test.ts')) return
      clearTimeout(settled)
      settled = setTimeout(() => (work = work.then(renew).catch(report)), SETTLED_MS)
    })
  }
}

function begin(all: Ports, over: AbortSignal): Running {
  const api = startApi(all, { DATA_DIR: dataDirectory(process.env) })
  void api.ended.then(({ code, words }) => {
    // a requested end has code 0
    if (code !== 0 && !over.aborted) console.error(`[api] ${words}; it starts again at the next change`)
  })
  return api
}
