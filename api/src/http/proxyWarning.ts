import type { Settings } from '../settings/settings'
import type { App } from '../foundation/appType'

/** All users of an unknown proxy share its address, and so its limits. */
export function warnOfUnknownProxy(app: App, settings: Settings, warnings: Set<string>): void {
  if (settings.trustProxy.length > 0) return
  const warn = (text: string, logged: string): void => {
    if (warnings.has(text)) return
    warnings.add(text)
    app.log.warn(logged)
  }
  if (settings.production) {
    warn(
      'TRUST_PROXY está vacío: detrás de un proxy, todos los usuarios comparten una dirección y sus límites',
      'TRUST_PROXY is empty: behind a proxy all users share one address and its limits',
    )
  }
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['x-forwarded-for'] === undefined) return
    warn(
      'Llegan solicitudes con X-Forwarded-For, pero TRUST_PROXY está vacío: los usuarios de un proxy comparten una dirección y sus límites',
      'Requests come with X-Forwarded-For, but TRUST_PROXY is empty: the users of a proxy share one address and its limits',
    )
  })
}
