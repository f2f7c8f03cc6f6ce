import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorResponse } from '@console/shared-kernel/schemas'
import type { AccessTable } from './accessRules'
import type { App } from '../foundation/appType'
import { docsPage, PAGE_STYLE } from './docsPage'
import { describeRule } from './ruleText'

const styleHash = createHash('sha256').update(PAGE_STYLE).digest('base64')
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`

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
