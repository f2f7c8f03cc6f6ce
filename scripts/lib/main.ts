import { pathToFileURL } from 'node:url'

/**
 * Runs a command of the root, and exits with what it returns. Not where a test imports its file.
 * @param file `import.meta.url` of the command
 */
export async function main(file: string, run: (args: string[]) => Promise<number> | number): Promise<void> {
  if (file !== pathToFileURL(process.argv[1] ?? '').href) return
  try {
    process.exit(await run(process.argv.slice(2)))
  } catch (error) {
    // a CommandError needs no stack trace
    console.error(error instanceof Error && error.name === 'CommandError' ? error.message : error)
    process.exit(1)
  }
}
