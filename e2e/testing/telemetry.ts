import { serveOnLoopback } from '@console/delivery/loopback'
import type { TelemetryBatch, TelemetryEvent } from '@console/shared-kernel/remote'

export type ReceivedEvent = TelemetryEvent

/** A telemetry server that records all events. */
export async function telemetryServer() {
  const events: ReceivedEvent[] = []
  const batches: TelemetryBatch[] = []
  const serving = await serveOnLoopback((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const batch = JSON.parse(body) as TelemetryBatch
      batches.push(batch)
      events.push(...batch.events)
      response.writeHead(204, { 'Access-Control-Allow-Origin': '*' }).end()
    })
  }, 0)
  return { events, batches, url: `${serving.url}/events`, close: () => serving.close() }
}
