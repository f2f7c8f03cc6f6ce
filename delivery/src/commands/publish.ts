import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { releaseId } from '../site/layout'
import { publish as publishFolder } from '../site/releases'
import { readArgs, type Command } from './command'

export const publish: Command = {
  usage: 'publish FOLDER',
  summary: "puts a build into the site: a package's folder or its dist",
  run: async (args) => {
    const { positionals, site } = readArgs(args, {}, { least: 1, most: 1 })
    const given = resolve(positionals[0]!)
    const dist = existsSync(join(given, 'dist')) ? join(given, 'dist') : given
    const { record, before } = publishFolder(site, dist)
    const name = `${record.name}@${releaseId(record)}`
    return [before ? `${name} is published already, with the same files.` : `Published ${name}.`]
  },
}
