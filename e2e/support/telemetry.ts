import { serveOnLoopback } from '@console/delivery/loopback'

/** What the console tells of a remote, as far as tests read it. */
export interface Told {
  remote: string
  phase: string
  code: string
  source: string
}

/** A telemetry server that keeps what it is told. */
export async function telemetryServer() {
  const told: Told[] = []
  const serving = await serveOnLoopback((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      told.push(JSON.parse(body) as Told)
      response.writeHead(204, { 'Access-Control-Allow-Origin': '*' }).end()
    })
  }, 0)
  return { told, url: `${serving.url}/events`, close: () => serving.close() }
}
