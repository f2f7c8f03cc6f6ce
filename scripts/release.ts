import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { main } from './lib/main'
import { root } from './lib/paths'

/**
 * `npm run release`: applies the changesets. One process, because a second command would first install the
 * changed lock file.
 */
export async function run(): Promise<number> {
  const steps = [
    [process.execPath, join('node_modules', '@changesets', 'cli', 'bin.js'), 'version'],
    ['npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--offline'],
    [process.execPath, join('scripts', 'completeLock.mjs')],
  ] as const
  for (const [program, ...args] of steps) {
    const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
    if (status !== 0) return 1
  }
  return 0
}

void main(import.meta.url, run)
