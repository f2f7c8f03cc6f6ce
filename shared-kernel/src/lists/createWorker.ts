/** A file of its own: jest has no `import.meta`, and puts a worker of its own in its place. */
export const createWorker = (): Worker =>
  new Worker(/* webpackChunkName: "list-worker" */ new URL('./listWorker.ts', import.meta.url))
