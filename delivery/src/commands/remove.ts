import { z } from 'zod'
import { removeRemote, requireReload } from '../site/environmentChanges'
import { commit } from '../site/environmentStore'
import { CHANGING, changing, command, MADE, made, printMade, readChanging } from './command'

export const remove = command({
  usage: 'remove NAME --env ENV --why TEXT',
  summary: 'removes a remote from an environment, with its routes and navigation [--urgent]',
  options: CHANGING,
  words: [1, 1],
  input: z.object({ ...changing, part: z.string() }),
  output: MADE,
  read: (values, [part]) => ({ ...readChanging(values), part }),
  needs: ({ part }) => ({ part }),
  run: async ({ site, who }, { environment, part, why, urgent }) => {
    const change = removeRemote(part)
    const step = urgent ? requireReload(change) : change
    return made(site, environment, await commit(site, environment, { who, why }, step))
  },
  print: printMade,
})
