import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { run as kernelApi } from './kernelApi'
import { root } from './lib/paths'

/**
 * `npm run release`: moves the versions that the changesets ask for, writes the changelogs, and keeps the kernel's
 * API reports as those of the new version. One process: another command would install the new lock file first.
 */
export function run(): number {
  const steps = [
    [process.execPath, join('node_modules', '@changesets', 'cli', 'bin.js'), 'version'],
    ['npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--offline'],
    [process.execPath, join('scripts', 'completeLock.mjs')],
  ] as const
  for (const [program, ...args] of steps) {
    const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
    if (status !== 0) return 1
  }
  return kernelApi(['--released'])
}
