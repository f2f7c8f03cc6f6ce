import { execFile } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { remoteDist, runFolder } from './folders'

export const rsbuild = join(
  dirname(createRequire(import.meta.url).resolve('@rsbuild/core/package.json')),
  'bin/rsbuild.js',
)

/**
 * Builds a remote from its sources with one text replaced, in a folder of its own.
 * @returns the built folder
 */
export async function changedBuild(remote: string, file: string, from: string, to: string): Promise<string> {
  const source = dirname(remoteDist(remote))
  const workspace = join(runFolder, 'changed')
  const copy = join(workspace, `remote-${remote}`)
  rmSync(copy, { recursive: true, force: true })
  cpSync(source, copy, {
    recursive: true,
    filter: (path) => !['dist', 'node_modules'].includes(basename(path)),
  })
  cpSync(join(dirname(source), 'tsconfig.base.json'), join(workspace, 'tsconfig.base.json'))
  const changed = join(copy, file)
  const text = readFileSync(changed, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} holds no "${from}".`)
  writeFileSync(changed, text.replace(from, to))
  await promisify(execFile)(process.execPath, ['--import', 'tsx', rsbuild, 'build'], { cwd: copy })
  return join(copy, 'dist')
}
