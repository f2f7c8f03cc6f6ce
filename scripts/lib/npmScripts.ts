import { start, startNode, type ProcessSettings, type Running } from '../../packages/emulator/src/processes'
import { root } from './paths'

/** `npm run build`, which builds what has changed. @returns false if a build failed; its output has been shown */
export async function buildAll(script: 'build' | 'build:api' = 'build'): Promise<boolean> {
  const { code } = await startNpmScript(script, { output: 'show' }).ended
  return code === 0
}

/** A script of the root. @param given after `--` */
export function startNpmScript(script: string, settings?: ProcessSettings, ...given: string[]): Running {
  const args = ['run', '--silent', script, ...(given.length > 0 ? ['--', ...given] : [])]
  const npm = process.env.npm_execpath
  if (npm?.endsWith('npm-cli.js')) return startNode([npm, ...args], { cwd: root, ...settings })
  return start(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd: root, ...settings })
}
