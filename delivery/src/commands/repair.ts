import { z } from 'zod'
import { repair as repairEnvironment } from '../site/environment'
import { command, ENVIRONMENT, inEnvironment, required } from './command'

export const repair = command({
  usage: 'repair --env ENV',
  summary: 'writes the page and its document again, as the history has them',
  options: ENVIRONMENT,
  words: [0, 0],
  input: z.object(inEnvironment),
  output: z.object({ environment: z.string(), repaired: z.array(z.string()) }),
  read: ({ env }) => ({ environment: required(env, 'env') }),
  needs: () => 'host',
  run: async ({ site, who }, { environment }) => ({
    environment,
    repaired: await repairEnvironment(site, environment, who),
  }),
  print: ({ environment, repaired }) =>
    repaired.length > 0
      ? repaired.map((what) => `${environment}: ${what}: repaired.`)
      : [`${environment} is whole: its page and its document are written again.`],
})
