import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isThere } from '../site/files'
import { publishFolder } from '../site/releases'
import { command } from './command'

export const publish = command({
  usage: 'publish FOLDER',
  summary: "copies a build into the site: a package's folder or its dist",
  options: {},
  positionals: [1, 1],
  input: z.object({ folder: z.string() }),
  output: z.object({ release: z.string(), before: z.boolean(), newSite: z.string().optional() }),
  read: async (_, [folder]) => ({ folder: await builtFolder(folder!) }),
  run: async ({ site }, { folder }) => publishFolder(site, folder),
  print: ({ release, before, newSite }) => [
    before ? `${release} is published already, with the same files.` : `Published ${release}.`,
    ...(newSite === undefined ? [] : [`There is no environment in ${newSite} yet.`]),
  ],
})

async function builtFolder(given: string): Promise<string> {
  const folder = resolve(given)
  return (await isThere(join(folder, 'dist'))) ? join(folder, 'dist') : folder
}
