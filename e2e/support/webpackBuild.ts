import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import webpack, { type Configuration } from 'webpack'
import { editFile, type Edit } from './changedBuild'
import { root, runFolder } from './folders'

/** Builds the remote of the fixture in a folder of its own, which it is given back. */
export async function webpackBuild(edits: Edit[] = []): Promise<string> {
  mkdirSync(runFolder, { recursive: true })
  const folder = mkdtempSync(join(runFolder, 'webpack-'))
  cpSync(join(root, 'e2e', 'fixtures', 'remote-webpack'), folder, { recursive: true })
  for (const edit of edits) editFile(folder, edit)
  const file = pathToFileURL(join(folder, 'webpack.config.mjs')).href
  const { default: configuration } = (await import(file)) as { default: Configuration }
  await new Promise<void>((resolve, reject) =>
    webpack(configuration, (error, stats) => {
      if (error) reject(error)
      else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')))
      else resolve()
    }),
  )
  return folder
}
