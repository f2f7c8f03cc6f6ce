import { lockDirectory } from '../src/db/pglite/lock'

/** Holds the lock of a directory until it is killed or its parent is, as a process of its own. */
lockDirectory(process.argv[2] ?? '', (error) => {
  console.log(`lost: ${error.message}`)
  process.exit(1)
}).then(
  () => {
    console.log('held')
    process.stdin.resume().on('end', () => process.exit())
  },
  (error: Error) => {
    console.log(`refused: ${error.message}`)
    process.exit(1)
  },
)
