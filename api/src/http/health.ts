import { type App, BUILD } from '../foundation/app'
import { HttpError } from '../foundation/httpError'
import type { Services } from '../services/services'

const ALIVE_PATH = '/healthz'
const READY_PATH = '/readyz'
/** Exempt from limits, so that monitoring is not refused when users are. */
export const HEALTH_PATHS: readonly string[] = [ALIVE_PATH, READY_PATH]

export function healthRoutes(app: App, { readiness, warnings }: Services): void {
  app.get(ALIVE_PATH, async () => ({ status: 'ok', ...BUILD }))

  app.get(READY_PATH, async () => {
    const reason = await readiness.notReadyReason()
    if (reason) throw new HttpError(503, reason, { headers: { 'retry-after': '1' } })
    return { status: 'ok', ...BUILD, ...(warnings.size > 0 && { warnings: [...warnings] }) }
  })
}
