import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorResponse } from '@console/shared-kernel/schemas'
import type { AccessTable, AccessRule, Target } from './accessRules'
import type { App } from '../foundation/app'

const errorSchema = z.toJSONSchema(errorResponse, { target: 'openapi-3.0' })
const ERRORS = {
  '4xx': { description: 'Refused: why, in words for the user, and which fields are wrong', ...errorSchema },
  '5xx': { description: 'A fault of the server; its log has the id that the message names', ...errorSchema },
}

interface Described {
  title: string
  access: AccessTable
}

/** Call before adding routes. */
export async function describeRoutes(app: App, { title, access }: Described): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route)
      const rule = access[`${String(route.route.method)} ${route.route.url}`]
      if (!rule) return { schema, url }
      const security = rule.caller === 'anyone' ? [] : [{ bearer: [] }]
      const response = { ...(schema?.response as object | undefined), ...ERRORS }
      return { schema: { ...schema, response, summary: describeRule(rule), security }, url }
    },
  })
}

export function docsRoutes(app: App): void {
  app.get('/api/docs/json', async () => app.swagger())
  app.get('/api/docs', async (_request, reply) =>
    reply
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(docsPage(app.swagger())),
  )
}

interface Document {
  info: { title: string }
  paths?: object
}

interface Operation {
  summary?: string
  parameters?: readonly {
    name: string
    in: string
    required?: boolean
    schema?: object
  }[]
  requestBody?: { content?: Content }
  responses?: Readonly<Record<string, { content?: Content }>>
}

type Content = Readonly<Record<string, { schema?: object }>>

const PAGE_STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1c1f23; background: #fff }
h2 { font: 600 1rem/1.5 ui-monospace, monospace; border-top: 1px solid #d5d9de; padding-top: 1rem }
h3 { font-size: .85rem; color: #57606a; margin: .75rem 0 .25rem }
pre { background: #f4f6f8; padding: .75rem; overflow-x: auto; font-size: .8rem; margin: 0 }
@media (prefers-color-scheme: dark) {
  body { color: #e6e8eb; background: #15181b } pre { background: #20252a } h3 { color: #a8b0b8 }
  h2 { border-color: #3a4148 } a { color: #8ab4f8 }
}`

const styleHash = createHash('sha256').update(PAGE_STYLE).digest('base64')
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const block = (title: string, value: unknown): string =>
  value === undefined ? '' : `<h3>${escape(title)}</h3><pre>${escape(JSON.stringify(value, null, 2))}</pre>`

function section(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters?.map(({ name, in: where, required, schema }) => ({
    name,
    in: where,
    required: required ?? false,
    schema,
  }))
  const answers = Object.entries(operation.responses ?? {}).flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, { schema }]) => block(`Answer ${status}, ${type}`, schema)),
  )
  return [
    `<h2>${escape(`${method.toUpperCase()} ${path}`)}</h2>`,
    `<p>${escape(operation.summary ?? '')}</p>`,
    block('Parameters', parameters),
    block('Body', operation.requestBody?.content?.['application/json']?.schema),
    ...answers,
  ].join('\n')
}

function docsPage({ info, paths = {} }: Document): string {
  const sections = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => section(method, path, operation)),
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(info.title)}</title>
<style>${PAGE_STYLE}</style></head>
<body><main><h1>${escape(info.title)}</h1>
<p>Every call, who may make it, and what goes in and out. <a href="/api/docs/json">The same as OpenAPI JSON</a>.</p>
${sections.join('\n')}
</main></body></html>`
}

const TARGETS: Readonly<Record<Target, string>> = {
  'caller or below': 'about themselves or anybody below',
  below: 'about anybody below',
  'owned by caller or below': 'about a machine of their own or of anybody below',
  'owned below': 'about a machine of anybody below',
  'changed below': 'about a change of anybody below, or of their machines',
}

export function describeRule({ caller, levels, target, items }: AccessRule): string {
  if (caller === 'anyone') return 'Open to anyone.'
  const who = levels ? `Users of levels ${levels[0]} to ${levels.at(-1)}` : 'Any signed-in user'
  if (items) return `${who}, each item ${TARGETS[items]}.`
  return target ? `${who}, ${TARGETS[target]}.` : `${who}.`
}
