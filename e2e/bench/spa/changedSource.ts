import { join } from 'node:path'
import type { RsbuildPlugin } from '@rsbuild/core'
import { remoteFolder } from '../setup/folders'

/** Replaces one text in one file of a remote. */
export interface SourceChange {
  remote: string
  /** Path inside the remote's folder. */
  file: string
  from: string
  to: string
}

/** Environment variable that holds a SourceChange as JSON; unset by default. */
export const CHANGE = 'BENCH_CHANGE'

export const changedSource = (): RsbuildPlugin => ({
  name: 'bench:changed-source',
  setup(api) {
    const text = process.env[CHANGE]
    if (!text) return
    const { remote, file, from, to } = JSON.parse(text) as SourceChange
    api.transform({ test: join(remoteFolder(remote), file) }, ({ code }) => {
      if (!code.includes(from)) throw new Error(`${file} holds no "${from}".`)
      return code.replace(from, to)
    })
  },
})
