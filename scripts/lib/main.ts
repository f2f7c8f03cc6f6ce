import type { parseArgs, ParseArgsConfig } from 'node:util'
import { pathToFileURL } from 'node:url'
import { explanationOf, readArguments, UsageError } from '@console/shared-kernel/command'
import { start, startNode, type ProcessSettings, type Running } from '../../packages/emulator/src/processes'
import { root } from './paths'

/**
 * Runs a root command, and exits with the code that it returns. Does nothing if a test imports the file.
 * @param file `import.meta.url` of the command
 */
export async function main(file: string, run: (args: string[]) => Promise<number> | number): Promise<void> {
  if (file !== pathToFileURL(process.argv[1] ?? '').href) return
  try {
    process.exit(await run(process.argv.slice(2)))
  } catch (error) {
    console.error(explanationOf(error))
    process.exit(1)
  }
}

/**
 * Parses the arguments of a command.
 * @returns null for `--help`, after printing the usage
 * @throws UsageError with the usage, for unknown arguments
 */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  args: string[],
  options: Options,
): ReturnType<typeof parseArgs<{ options: Options }>>['values'] | null {
  if (args.includes('--help')) {
    console.log(usage)
    return null
  }
  try {
    return readArguments({ args, options }).values
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}

/**
 * Runs `npm run build`, which builds what has changed.
 * @returns false if a build failed; its output has been shown
 */
export async function buildAll(script: 'build' | 'build:api' = 'build'): Promise<boolean> {
  const { code } = await startNpmScript(script, { output: 'show' }).ended
  return code === 0
}

/** Starts a root script. @param given arguments after `--` */
export function startNpmScript(script: string, settings?: ProcessSettings, ...given: string[]): Running {
  const args = ['run', '--silent', script, ...(given.length > 0 ? ['--', ...given] : [])]
  const npm = process.env.npm_execpath
  if (npm?.endsWith('npm-cli.js')) return startNode([npm, ...args], { cwd: root, ...settings })
  return start(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd: root, ...settings })
}
