import { relative } from 'node:path'
import { contextOf, IMAGES, layOutContexts } from './images/buildContexts'
import { main } from './lib/main'
import { root } from './lib/paths'

/** `npm run images`: prepares the folders that the images are built from. */
async function run(): Promise<number> {
  await layOutContexts()
  for (const image of IMAGES)
    console.log(`console-${image} is built from ${relative(root, contextOf(image))}`)
  return 0
}

void main(import.meta.url, run)
