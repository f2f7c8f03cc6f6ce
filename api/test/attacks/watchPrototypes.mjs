/** Loaded into the server under attack: says on SIGUSR2 what its prototypes have that they did not at first. */
import { isMainThread } from 'node:worker_threads'

const namesOf = () =>
  [Object, Array, String, Number, Function].flatMap(({ name, prototype }) =>
    Reflect.ownKeys(prototype).map((key) => `${name}.${String(key)}`),
  )

if (isMainThread) {
  const known = new Set(namesOf())
  process.on('SIGUSR2', () => {
    const added = namesOf().filter((name) => !known.has(name))
    process.stdout.write(`prototypes have ${added.join(' ') || 'nothing'} of their own\n`)
  })
}
