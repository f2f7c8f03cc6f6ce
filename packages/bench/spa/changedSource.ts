import { join } from 'node:path'
import type { RsbuildPlugin } from '@rsbuild/core'
import { remoteFolder } from '../folders'
import type { SourceChange } from '../sourceChange'

/** As JSON, the change that this build is made with; none by default. */
export const CHANGE = 'BENCH_CHANGE'

/** Builds one file of a remote with a text replaced, as if somebody had changed it. */
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
