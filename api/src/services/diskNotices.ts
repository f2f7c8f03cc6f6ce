import type { FastifyBaseLogger } from 'fastify'
import type { OnStorage } from '../db/pglite/diskSpace'

const DISK_FULL = 'El disco de la base de datos está casi lleno: no se guardan cambios'

export const storageNotices =
  (warnings: Set<string>, log: FastifyBaseLogger): OnStorage =>
  ({ full, freeMegabytes }) => {
    if (full) {
      warnings.add(DISK_FULL)
      log.error(
        { freeMegabytes },
        'the disk of DATA_DIR is nearly full: changes are refused until there is room',
      )
    } else {
      warnings.delete(DISK_FULL)
      log.info({ freeMegabytes }, 'the disk of DATA_DIR has room again: changes are taken')
    }
  }

const NO_SPACE = 'La base de datos se ha quedado sin espacio en disco: hay cambios que no se guardan'
const NO_SPACE_MS = 60_000

/** To be called for each write that fails. One that succeeds proves nothing: it may have found some room. */
export function spaceNotices(warnings: Set<string>, log: FastifyBaseLogger): (reason: string) => void {
  let timer: NodeJS.Timeout | null = null
  const end = (): void => {
    timer = null
    warnings.delete(NO_SPACE)
    log.info('no write has failed for lack of space for a minute')
  }
  return (reason) => {
    if (timer) {
      timer.refresh()
      return
    }
    timer = setTimeout(end, NO_SPACE_MS).unref()
    warnings.add(NO_SPACE)
    log.error({ reason }, 'the disk of the database is full: changes that find no room are refused')
  }
}

export const lacksSpace = (warnings: ReadonlySet<string>): boolean =>
  [DISK_FULL, NO_SPACE].some((text) => warnings.has(text))
