import type { Context } from '@opentelemetry/api'
import type { LogEvent } from 'kysely'
import { parsedJson } from '@console/shared-kernel/contracts'
import type { App } from '../foundation/app'
import type { Settings } from '../settings/settings'
import type { Service } from '../settings/settingTypes'

export interface Tracing {
  watch(app: App, listener: Service): void
  /** Queries outside of requests, such as housekeeping, are ignored. */
  onQuery(event: LogEvent): void
  stop(): Promise<void>
}

const STOP_MS = 2_000
const MAX_QUERY_TEXT_LENGTH = 2_000

/** Loads the packages only when called. Spans contain patterns and SQL without values, no user input. */
export async function startTracing({
  otelExporterOtlpEndpoint,
  otelServiceName,
}: Pick<Settings, 'otelExporterOtlpEndpoint' | 'otelServiceName'>): Promise<Tracing | null> {
  if (otelExporterOtlpEndpoint === null) return null
  const [
    otel,
    { resourceFromAttributes },
    { BatchSpanProcessor, NodeTracerProvider },
    { OTLPTraceExporter },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const { context, diag, DiagLogLevel, SpanKind, SpanStatusCode, trace } = otel
  // kept until there is a log
  const early: string[] = []
  let warn = (message: string): void => void early.push(message)
  const note = (message: string): void => warn(message)
  const quiet = (): void => undefined
  diag.setLogger(
    { error: note, warn: note, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const exporter = new OTLPTraceExporter({ url: `${otelExporterOtlpEndpoint}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': otelServiceName }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  const tracer = trace.getTracer('console-api')

  return {
    watch: (app, listener) => {
      warn = (message) => app.log.warn({ reason: reasonIn(message) }, 'traces cannot be sent')
      early.splice(0).forEach(warn)
      app.addHook('onRequest', (request, reply, done) => {
        const { method, routeOptions, id } = request
        // the pattern: an address as sent may contain names
        const route = routeOptions.url ?? 'unknown'
        const span = tracer.startSpan(`${method} ${route}`, {
          // do not continue traces of clients, who are not trusted
          root: true,
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': method,
            'http.route': route,
            'console.listener': listener,
            'console.request_id': id,
          },
        })
        const spanContext = trace.setSpan(context.active(), span)
        request.traceContext = spanContext
        reply.raw.once('close', () => {
          const { statusCode, writableFinished } = reply.raw
          span.setAttribute('http.response.status_code', statusCode)
          if (!writableFinished) span.setAttribute('error.type', 'client gone')
          if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        })
        context.with(spanContext, done)
      })
      // reading the body has lost the context
      app.addHook('preValidation', ({ traceContext }, _reply, done) => {
        if (traceContext) context.with(traceContext, done)
        else done()
      })
    },
    onQuery: (event) => {
      if (!trace.getActiveSpan()) return
      const { sql } = event.query
      const [operation = ''] = sql.trimStart().split(/\s/, 1)
      const endTime = Date.now()
      const span = tracer.startSpan(operation.toUpperCase(), {
        kind: SpanKind.CLIENT,
        startTime: endTime - event.queryDurationMillis,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, MAX_QUERY_TEXT_LENGTH) },
      })
      if (event.level === 'error') {
        // no message: it may contain values
        const { code } = event.error as { code?: string }
        if (code) span.setAttribute('db.response.status_code', code)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end(endTime)
    },
    stop: async () => {
      const timeout = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())
      await Promise.race([provider.shutdown().catch(quiet), timeout])
    },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    traceContext?: Context
  }
}

/** The packages report errors as JSON with a stack. */
function reasonIn(text: string): string {
  const { message } = (parsedJson(text) ?? {}) as { message?: unknown }
  return typeof message === 'string' && message !== '' ? message : text
}
