import { currentEnvironment } from '../site/environment'
import { historyOf } from '../site/history'
import { readSettings } from '../site/settings'
import { ENVIRONMENT, readArgs, required, type Command } from './command'

export const history: Command = {
  usage: 'history --env ENV',
  summary: 'lists the revisions: when, who, what, why; the newest first',
  run: async (args) => {
    const { values, site } = readArgs(args, ENVIRONMENT, { least: 0, most: 0 })
    const { name } = readSettings(site, required(values.env, 'env'))
    const current = currentEnvironment(site, name)?.revision ?? 0
    const lines = historyOf(site, name, current)
      .reverse()
      .map(({ revision, at, who, action, why }) => `${revision}  ${at}  ${who}  ${action}  ${why}`)
    return lines.length > 0 ? lines : [`Nothing has been promoted to ${name} yet.`]
  },
}
