import { relative } from 'node:path'
import { buildAll } from './lib/builds'
import { contextOf, IMAGES, layOutContexts } from './images/buildContexts'
import { root } from './lib/paths'
import { untilStopped } from './lib/processes'

/** `npm run images`: builds, and prepares the folders that the images are built from. */
export const run = (): Promise<number> =>
  untilStopped(async (over) => {
    if (!(await buildAll({ over }))) return 1
    await layOutContexts()
    for (const image of IMAGES)
      console.log(`console-${image} is built from ${relative(root, contextOf(image))}`)
    return 0
  })
