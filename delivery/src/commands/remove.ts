import { removeRemote } from '../site/changes'
import { commit } from '../site/environment'
import { NOTE, noteOf, readArgs, required, type Command } from './command'
import { policyLines } from './promote'

export const remove: Command = {
  usage: 'remove NAME --env ENV --why TEXT',
  summary: 'takes a remote out of an environment, with its routes and navigation [--who NAME]',
  run: async (args) => {
    const { values, positionals, site } = readArgs(args, NOTE, { least: 1, most: 1 })
    const name = required(values.env, 'env')
    const [remote] = positionals as [string]
    const done = await commit(site, name, noteOf(values, `remove ${remote}`), removeRemote(remote))
    return [
      `${name} is without ${remote} from revision ${done.environment.revision} on.`,
      ...policyLines(name, done),
    ]
  },
}
