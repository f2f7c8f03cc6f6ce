import { takeFileLock } from '../src/tools/fileLock'

/** A process that holds a lock until its input ends, and reports before each write whether it still has it. */
void takeFileLock(process.argv[2] ?? '', `process ${process.pid}`).then((lock) => {
  console.info('held')
  process.stdin.on('data', () => console.info(lock.isHeld() ? 'written' : 'lost'))
  process.stdin.on('end', () => process.exit())
})
