import { z } from 'zod'
import { PUBLISH_AGAIN, repair as repairEnvironment } from '../site/repair'
import { command, ENVIRONMENT_OPTIONS, environmentInput, required } from './command'

export const repair = command({
  usage: 'repair --env ENV',
  summary:
    'writes the page, its document and the files of the host again from the history, and a lost record from the page',
  options: ENVIRONMENT_OPTIONS,
  positionals: [0, 0],
  input: z.object(environmentInput),
  output: z.object({
    environment: z.string(),
    repaired: z.array(z.string()),
    remaining: z.array(z.string()),
  }),
  read: (values) => ({ environment: required(values, 'env').env }),
  needs: () => 'host',
  run: async ({ site, who }, { environment }) => {
    const damage = await repairEnvironment(site, environment, who)
    const texts = (isRepairable: boolean) =>
      damage.filter((one) => one.isRepairable === isRepairable).map(({ what }) => what)
    return { environment, repaired: texts(true), remaining: texts(false) }
  },
  print: ({ environment, repaired, remaining }) =>
    repaired.length + remaining.length > 0
      ? [
          ...repaired.map((what) => `${environment}: ${what}: repaired.`),
          ...remaining.map((what) => `${environment}: ${what}: ${PUBLISH_AGAIN}.`),
        ]
      : [`${environment} is whole: its page and its document are written again.`],
})
