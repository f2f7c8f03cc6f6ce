import type { App } from '../http/app'
import { HttpError } from '../http/errors'
import { ALIVE_PATH, READY_PATH } from '../http/healthPaths'
import type { Services } from '../services/services'

/** For whoever watches the server: is the process alive, and should requests be sent to it? */
export function healthRoutes(app: App, { readiness }: Services): void {
  app.get(ALIVE_PATH, async () => ({ status: 'ok' }))

  app.get(READY_PATH, async () => {
    const obstacle = await readiness.obstacle()
    if (obstacle) throw new HttpError(503, obstacle)
    return { status: 'ok' }
  })
}
