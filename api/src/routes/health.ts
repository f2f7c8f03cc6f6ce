import type { App } from '../foundation/appType'
import { HttpError } from '../foundation/httpError'
import { ALIVE_PATH, READY_PATH } from '../http/healthPaths'
import type { Services } from '../services/services'

export function healthRoutes(app: App, { readiness, warnings }: Services): void {
  app.get(ALIVE_PATH, async () => ({ status: 'ok' }))

  app.get(READY_PATH, async () => {
    const reason = await readiness.notReadyReason()
    if (reason) throw new HttpError(503, reason, { headers: { 'retry-after': '1' } })
    return warnings.size === 0 ? { status: 'ok' } : { status: 'ok', warnings: [...warnings] }
  })
}
