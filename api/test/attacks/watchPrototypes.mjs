/** Loaded into the server under attack: on SIGUSR2, prints what was added to its prototypes since startup. */
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
