import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const rsbuild = join(
  dirname(createRequire(__filename).resolve('@rsbuild/core/package.json')),
  'bin/rsbuild.js',
)

/**
 * Builds a folder for production, like running `rsbuild build` in it.
 * @param program its path matters: the build includes parts of the program, with their paths
 */
export function build(cwd: string, env: Record<string, string> = {}, program = rsbuild): void {
  execFileSync(process.execPath, [program, 'build'], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: 'pipe',
  })
}
