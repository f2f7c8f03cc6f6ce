import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
interface Body {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
}

/** An OpenTelemetry collector. */
export interface Collector {
  url: string
  /** The status that it answers with. */
  status: number
  received: readonly { path: string; text: string }[]
  spans(): Span[]
  /** The spans with the request id of an answer. */
  requestsOf(answer: { headers: Headers }): Span[]
  /** The SQL of the spans below another. */
  statementsBelow(span: Span | undefined): string[]
  close(): void
}

export function attribute(span: Span, name: string): string | number | undefined {
  const value = span.attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

export async function startCollector(): Promise<Collector> {
  const received: { path: string; text: string }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', text: body })
      response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const spans = (): Span[] =>
    received
      .flatMap((one) => (JSON.parse(one.text) as Body).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    status: 200,
    received,
    spans,
    requestsOf: ({ headers }) =>
      spans().filter((span) => attribute(span, 'console.request_id') === headers.get('x-request-id')),
    statementsBelow: (parent) =>
      spans()
        .filter(({ parentSpanId }) => parentSpanId === parent?.spanId)
        .map((span) => String(attribute(span, 'db.query.text'))),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return collector
}
