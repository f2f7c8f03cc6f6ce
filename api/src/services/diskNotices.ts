import type { FastifyBaseLogger } from 'fastify'

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

export const lacksSpace = (warnings: ReadonlySet<string>): boolean => warnings.has(NO_SPACE)
