import type { App } from '../http/app'

/** The process answers. */
export function healthRoutes(app: App): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
}
