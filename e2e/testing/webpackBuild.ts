import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rspack } from '@rsbuild/core'
import webpack from 'webpack'
import { root } from '../../scripts/lib/paths'
import { editFile, type Edit } from './changedBuild'
import { runFolder } from './folders'

interface Built {
  hasErrors: () => boolean
  toString: (options: object) => string
}

/** Builds the remote of the fixture in a folder of its own. @returns that folder */
export async function webpackBuild(
  edits: Edit[] = [],
  bundler: 'webpack' | 'rspack' = 'webpack',
): Promise<string> {
  mkdirSync(runFolder, { recursive: true })
  const folder = mkdtempSync(join(runFolder, 'webpack-'))
  cpSync(join(root, 'e2e', 'fixtures', 'remote-webpack'), folder, { recursive: true })
  for (const edit of edits) editFile(folder, edit)
  const file = pathToFileURL(join(folder, `${bundler}.config.mjs`)).href
  const { default: configuration } = (await import(file)) as { default: object }
  const build = bundler === 'webpack' ? webpack : rspack
  const compile = build as (options: object, done: (error: Error | null, stats?: Built) => void) => unknown
  await new Promise<void>((resolve, reject) =>
    compile(configuration, (error, stats) => {
      if (error) reject(error)
      else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })))
      else resolve()
    }),
  )
  return folder
}
