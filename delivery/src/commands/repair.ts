import { repair as repairEnvironment } from '../site/environment'
import { readSettings } from '../site/settings'
import { NOTE, noteOf, readArgs, required, type Command } from './command'

export const repair: Command = {
  usage: 'repair --env ENV',
  summary: 'writes environment.json as the page has it, where a change was interrupted between the two',
  run: async (args) => {
    const { values, site } = readArgs(args, NOTE, { least: 0, most: 0 })
    const { name } = readSettings(site, required(values.env, 'env'))
    await repairEnvironment(site, name, noteOf({ ...values, why: 'repair' }, 'repair').who)
    return [`The page and environment.json of ${name} say the same.`]
  },
}
