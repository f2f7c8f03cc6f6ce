import { z } from 'zod'
import { removeRemote } from '../site/environmentChanges'
import { changeCommand } from './command'

export const remove = changeCommand({
  usage: 'remove NAME --env ENV --why TEXT',
  summary: 'removes a remote from an environment, with its routes and navigation [--urgent]',
  positionals: [1, 1],
  fields: { part: z.string() },
  read: (_, [part]) => ({ part }),
  needs: ({ part }) => ({ part }),
  change: (_, { part }) => removeRemote(part),
})
