import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const rsbuild = join(
  dirname(createRequire(__filename).resolve('@rsbuild/core/package.json')),
  'bin/rsbuild.js',
)

/** Builds a folder for production, as `rsbuild build` does there. */
export function build(cwd: string, env: Record<string, string> = {}): void {
  execFileSync(process.execPath, [rsbuild, 'build'], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: 'pipe',
  })
}
