import { z } from 'zod'
import { removeRemote, withReload } from '../site/environmentChanges'
import { commit } from '../site/environmentStore'
import {
  CHANGE_OPTIONS,
  changeInput,
  command,
  changeResultSchema,
  describeChange,
  printChange,
  readChange,
} from './command'

export const remove = command({
  usage: 'remove NAME --env ENV --why TEXT',
  summary: 'removes a remote from an environment, with its routes and navigation [--urgent]',
  options: CHANGE_OPTIONS,
  positionals: [1, 1],
  input: z.object({ ...changeInput, part: z.string() }),
  output: changeResultSchema,
  read: (values, [part]) => ({ ...readChange(values), part }),
  needs: ({ part }) => ({ part }),
  run: async ({ site, who }, { environment, part, why, urgent }) => {
    const change = withReload(removeRemote(part), urgent)
    return describeChange(site, environment, await commit(site, environment, { who, why }, change))
  },
  print: printChange,
})
